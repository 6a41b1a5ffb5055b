import type { Cue } from "~/features/videos/lesson-files/caption-files";
import type { Chapter } from "~/features/videos/lesson-files/chapters";

export interface Paragraph {
  /** When it is spoken, in whole seconds of the video. */
  seconds: number;
  text: string;
}

/** A chapter of a transcript. `title`: empty for what is spoken before the first chapter, or without chapters. */
export interface TranscriptPart {
  title: string;
  seconds: number;
  paragraphs: Paragraph[];
}

/** A paragraph ends at the next sentence after so many characters. */
const paragraphLength = 350;

/** At most so many, where nothing ends a sentence, such as in generated captions. */
const longestParagraph = 900;

/** A silence of this long begins a new paragraph, in milliseconds. */
const silenceMs = 4_000;

const endsSentence = /[.!?…]["”’)]?$/;

/** Joins the cues of captions to paragraphs, below the chapters of the video. */
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
