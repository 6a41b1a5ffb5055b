import { expect, test } from "vitest";
import { readTranscript } from "./show-transcript.server";

const cue = (from: number, text: string, to = from + 1) => ({ from: from * 1_000, to: to * 1_000, text });

test("cues become paragraphs below their chapters, and a silence begins a new one", () => {
  const cues = [
    cue(0, "Bom\ndia."),
    cue(2, "Vamos lá."),
    cue(9, "Agora o Dó."),
    cue(61, "Sol."),
    cue(62, " "),
  ];
  const chapters = [
    { seconds: 2, title: "Dó" },
    { seconds: 60, title: "Sol" },
  ];
  expect(readTranscript(cues, chapters)).toEqual([
    { title: "", seconds: 0, paragraphs: [{ seconds: 0, text: "Bom dia." }] },
    {
      title: "Dó",
      seconds: 2,
      paragraphs: [
        { seconds: 2, text: "Vamos lá." },
        { seconds: 9, text: "Agora o Dó." },
      ],
    },
    { title: "Sol", seconds: 60, paragraphs: [{ seconds: 61, text: "Sol." }] },
  ]);
});

test("a paragraph ends at a sentence, or at its maximum without one", () => {
  const lengths = (text: string) =>
    readTranscript(
      Array.from({ length: 40 }, (_, at) => cue(at, text)),
      [],
    )[0]?.paragraphs.map(({ text: joined }) => joined.length);
  expect(lengths(`${"a".repeat(98)}.`)?.[0]).toBe(399);
  expect(lengths("a".repeat(99))?.[0]).toBe(999);
});
