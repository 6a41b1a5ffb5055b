import type { PdfBlock } from "~/features/base/documents/pdf-document";
import { findWatchAccess } from "~/features/playback/access/find-watch-access.server";
import { listLessons } from "~/features/videos/courses/course-lessons.queries.server";
import type { Cue } from "~/features/videos/lesson-files/caption-files";
import { type CaptionOf, listCaptionsOf } from "~/features/videos/lesson-files/captions.queries.server";
import { type Chapter, readChapters } from "~/features/videos/lesson-files/chapters";
import { clockMoment } from "~/features/videos/listing/duration";
import type { SpokenLanguage } from "~/features/videos/listing/spoken-language";
import type { Locale } from "~/i18n/languages";
import type { Db } from "~/platform/db.server";
import { parseId } from "~/platform/forms/record-id";

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

interface Paragraph {
  seconds: number;
  text: string;
}

/** `title`: empty before the first chapter, or without chapters. */
interface TranscriptPart {
  title: string;
  seconds: number;
  paragraphs: Paragraph[];
}

/** Ends at the next sentence after so many characters. */
const paragraphLength = 350;

/** Where nothing ends a sentence, such as in generated captions. */
const longestParagraph = 900;

const silenceMs = 4_000;

const endsSentence = /[.!?…]["”’)]?$/;

export function readTranscript(cues: readonly Cue[], chapters: readonly Chapter[]): TranscriptPart[] {
  const parts: TranscriptPart[] = [];
  let open: Paragraph | undefined;
  let last: Cue | undefined;
  let chapter = -1;
  for (const cue of cues) {
    const text = cue.text.replace(/\s+/g, " ").trim();
    if (text === "") continue;
    const seconds = Math.floor(cue.from / 1_000);
    const before = chapter;
    while ((chapters[chapter + 1]?.seconds ?? Infinity) <= seconds) chapter += 1;
    if (parts.length === 0 || chapter !== before) {
      const { title = "", seconds: start = seconds } = chapters[chapter] ?? {};
      parts.push({ title, seconds: start, paragraphs: [] });
      open = undefined;
    }
    const isLong =
      open &&
      (open.text.length >= longestParagraph ||
        (open.text.length >= paragraphLength && endsSentence.test(open.text)));
    if (!open || isLong || (last && cue.from - last.to >= silenceMs)) {
      open = { seconds, text };
      parts.at(-1)?.paragraphs.push(open);
    } else open.text += ` ${text}`;
    last = cue;
  }
  return parts;
}
