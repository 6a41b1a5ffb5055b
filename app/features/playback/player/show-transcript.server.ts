import type { PdfBlock } from "~/features/base/documents/pdf-document";
import { parseId } from "~/features/base/form-fields/record-id";
import { findWatchAccess } from "~/features/playback/access/find-watch-access.server";
import { listLessons } from "~/features/videos/courses/course-lessons.queries.server";
import { type CaptionOf, listCaptionsOf } from "~/features/videos/lesson-files/captions.queries.server";
import { readChapters } from "~/features/videos/lesson-files/chapters";
import { clockMoment } from "~/features/videos/listing/duration";
import type { SpokenLanguage } from "~/features/videos/listing/spoken-language";
import type { Locale } from "~/i18n/languages";
import type { Db } from "~/platform/db.server";
import { readTranscript, type TranscriptPart } from "./read-transcript";

export interface LessonTranscript {
  videoId: string;
  title: string;
  language: SpokenLanguage;
  parts: TranscriptPart[];
}

export interface TranscriptView {
  /** Of the lesson or the course. */
  title: string;
  videoId: string;
  /** The course that the page shows whole. */
  courseId: string | undefined;
  /** A course of the viewer with the lesson, which can be read whole. */
  course: { id: string; title: string } | undefined;
  lessons: LessonTranscript[];
}

export type FoundTranscript = { ok: true; shown: TranscriptView } | { ok: false; status: 403 | 404 };

/**
 * Shows a lesson's captions as a text, or those of all lessons of a course that have any (`courseId`). 403 for viewers
 * who may not watch the video; 404 without captions.
 */
export async function showTranscript(
  db: Db,
  viewer: { userId: string },
  asked: { rawId: string | undefined; courseId: string | undefined; locale: Locale },
): Promise<FoundTranscript> {
  const videoId = parseId(asked.rawId);
  if (!videoId) return { ok: false, status: 404 };
  const { access, row } = await findWatchAccess(db, viewer, videoId);
  if (!row) return { ok: false, status: 404 };
  if (access !== "owner" && access !== "bought") return { ok: false, status: 403 };
  const whole = row.courses.find(({ id }) => id === asked.courseId);
  if (asked.courseId && !whole) return { ok: false, status: 404 };
  const lessons = whole
    ? await listLessons(db, { courseId: whole.id, viewerId: viewer.userId, keepsRemoved: true })
    : [{ id: videoId, owned: true }];
  const ids = lessons.filter(({ owned }) => owned).map(({ id }) => id);
  const found = await listCaptionsOf(db, ids, asked.locale);
  if (found.length === 0) return { ok: false, status: 404 };
  const [course] = row.courses;
  return {
    ok: true,
    shown: {
      title: whole?.title ?? row.title,
      videoId,
      courseId: whole?.id,
      course: course && { id: course.id, title: course.title },
      lessons: found.map(describe),
    },
  };
}

function describe({
  video_id,
  title,
  description,
  duration_seconds,
  language,
  cues,
}: CaptionOf): LessonTranscript {
  const read = readChapters(description, duration_seconds ?? undefined);
  return { videoId: video_id, title, language, parts: readTranscript(cues, read.ok ? read.chapters : []) };
}

/** Returns the parts of a transcript's PDF. */
export function* describeTranscript({ lessons, courseId }: TranscriptView): Generator<PdfBlock> {
  for (const { title, parts } of lessons) {
    if (courseId) yield { kind: "heading", text: title };
    for (const part of parts) {
      if (part.title) yield { kind: "heading", text: `${clockMoment(part.seconds)}  ${part.title}` };
      for (const { text } of part.paragraphs) yield { kind: "text", text };
    }
  }
}
