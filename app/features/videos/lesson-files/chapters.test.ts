import { expect, test } from "vitest";
import { beforeChapters, readChapters, splitAtTimestamps } from "./chapters";

const lesson = "O que vamos ver:\n0:00 Abertura\n1:05 - Acordes\n[12:30] Batida\n1:02:03 Fim\nBom estudo!";

test("chapters are the lines of a description that begin with a timestamp", () => {
  expect(readChapters(lesson, 4000)).toEqual({
    ok: true,
    chapters: [
      { seconds: 0, title: "Abertura" },
      { seconds: 65, title: "Acordes" },
      { seconds: 750, title: "Batida" },
      { seconds: 3723, title: "Fim" },
    ],
  });
});

test.each(["", "Uma aula.", "Começa às 8:30 em ponto.", "1:99 nada", "12:345 nada", "0:00:00:00 nada"])(
  "the description %j has no chapters and no problem",
  (text) => expect(readChapters(text)).toEqual({ ok: true, chapters: [] }),
);

test.each([
  ["0:05 a\n1:00 b\n2:00 c", { kind: "firstNotZero", line: "0:05 a" }],
  ["0:00 a\n1:00 b", { kind: "tooFew", found: 2 }],
  ["0:00 a\n2:00 b\n1:00 c", { kind: "notAscending", line: "1:00 c" }],
  ["0:00 a\n1:00 b\n1:00 c", { kind: "notAscending", line: "1:00 c" }],
  ["0:00 a\n0:09 b\n1:00 c", { kind: "tooShort", line: "0:00 a" }],
  ["0:00 a\n1:00 b\n2:55 c", { kind: "tooShort", line: "2:55 c" }],
  ["0:00 a\n1:00 b\n3:00 c", { kind: "beyondEnd", line: "3:00 c" }],
  ["0:00 a\n1:00\n2:00 c", { kind: "noTitle", line: "1:00" }],
])("a description with an invalid chapter line has no chapters, and the line is named: %j", (text, problem) =>
  expect(readChapters(text, 180)).toEqual({ ok: false, problem }),
);

test("chapters are not compared with the end while the length is unknown", () => {
  expect(readChapters("0:00 a\r\n1:00 b\r\n99:00 c")).toMatchObject({
    ok: true,
    chapters: [{}, {}, { seconds: 5940 }],
  });
});

test("a text is split at its timestamps, and its parts join to the same text", () => {
  const parts = splitAtTimestamps(lesson, 3600);
  expect(parts.filter(({ seconds }) => seconds !== undefined)).toEqual([
    { text: "0:00", seconds: 0 },
    { text: "1:05", seconds: 65 },
    { text: "12:30", seconds: 750 },
  ]);
  expect(parts.map(({ text }) => text).join("")).toBe(lesson);
  expect(splitAtTimestamps("")).toEqual([]);
});

test("a card shows a description up to its first line with a timestamp", () => {
  expect(beforeChapters("Acordes com calma.\n 0:00 Postura\n1:05 Sol")).toBe("Acordes com calma.");
  expect(beforeChapters("Às 8:30 em ponto.\nTraga água.")).toBe("Às 8:30 em ponto.\nTraga água.");
});

test("a line separator ends a chapter's line", () => {
  expect(readChapters("0:00 a\u20281:00 b\u20292:00 c")).toMatchObject({
    ok: true,
    chapters: [{ title: "a" }, { title: "b" }, { title: "c" }],
  });
});
