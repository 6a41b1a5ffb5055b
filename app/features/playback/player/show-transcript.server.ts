import type { PdfBlock } from "~/features/base/documents/pdf-document";
import { findWatchAccess } from "~/features/playback/access/find-watch-access.server";
import { listLessons } from "~/features/videos/courses/course-lessons.queries.server";
import { type CaptionOf, listCaptionsOf } from "~/features/videos/lesson-files/captions.queries.server";
import { readChapters } from "~/features/videos/lesson-files/chapters";
import { clockMoment } from "~/features/videos/listing/duration";
import type { SpokenLanguage } from "~/features/videos/listing/spoken-language";
import type { Locale } from "~/i18n/languages";
import type { Db } from "~/platform/db.server";
import { parseId } from "~/platform/forms/record-id";
import { readTranscript, type TranscriptPart } from "./read-transcript";

export interface LessonTranscript {
  videoId: string;
  title: string;
  language: SpokenLanguage;
  parts: TranscriptPart[];
}

export interface TranscriptView {
  title: string;
  videoId: string;
  /** The course that the page shows whole. */
  courseId: string | undefined;
  /** A course of the viewer with the lesson, which can be read whole. */
  course: { id: string; title: string } | undefined;
  lessons: LessonTranscript[];
}

type FoundTranscript = { ok: true; shown: TranscriptView } | { ok: false; status: 403 | 404 };

/** The captions of a lesson, or of all lessons of a course, as text. 403: may not watch; 404: no captions. */
export async function showTranscript(
  db: Db,
  viewer: { userId: string },
  query: { rawId: string | undefined; courseId: string | undefined; locale: Locale },
): Promise<FoundTranscript> {
  const videoId = parseId(query.rawId);
  if (!videoId) return { ok: false, status: 404 };
  const { access, row } = await findWatchAccess(db, viewer, videoId);
  if (!row) return { ok: false, status: 404 };
  if (access !== "owner" && access !== "bought") return { ok: false, status: 403 };
  const wholeCourse = row.courses.find(({ id }) => id === query.courseId);
  if (query.courseId && !wholeCourse) return { ok: false, status: 404 };
  const lessons = wholeCourse
    ? await listLessons(db, { courseId: wholeCourse.id, viewerId: viewer.userId, keepsRemoved: true })
    : [{ id: videoId, owned: true }];
  const ids = lessons.filter(({ owned }) => owned).map(({ id }) => id);
  const captions = await listCaptionsOf(db, ids, query.locale);
  if (captions.length === 0) return { ok: false, status: 404 };
  const [course] = row.courses;
  return {
    ok: true,
    shown: {
      title: wholeCourse?.title ?? row.title,
      videoId,
      courseId: wholeCourse?.id,
      course: course && { id: course.id, title: course.title },
      lessons: captions.map(describe),
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

export function* describeTranscript({ lessons, courseId }: TranscriptView): Generator<PdfBlock> {
  for (const { title, parts } of lessons) {
    if (courseId) yield { kind: "heading", text: title };
    for (const part of parts) {
      if (part.title) yield { kind: "heading", text: `${clockMoment(part.seconds)}  ${part.title}` };
      for (const { text } of part.paragraphs) yield { kind: "text", text };
    }
  }
}
