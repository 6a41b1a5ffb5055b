import type { Cue } from "~/features/videos/lesson-files/caption-files";
import type { Chapter } from "~/features/videos/lesson-files/chapters";

interface Paragraph {
  seconds: number;
  text: string;
}

/** `title`: empty before the first chapter, or without chapters. */
export interface TranscriptPart {
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
