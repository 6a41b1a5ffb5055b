import { expect, test } from "vitest";
import { trimEndOf, trimInvisible } from "./trim-ends";

test.each([
  ["\u200b49,90\u200b", "49,90"],
  [" \ufeff\u2060 Violão \u200d\u00ad\u3164 ", "Violão"],
  ["\u200e\u202aoi\u202c\u061c", "oi"],
  ["\r\n\u2028oi\u0085\u0007", "oi"],
  ["\u{E0001}oi\u{E0001}", "oi"],
  ["\u2800", ""],
  ["\u200b \u200b", ""],
  ["", ""],
  ["a\u200bb c", "a\u200bb c"],
  ["👩\u200d🏫", "👩\u200d🏫"],
])("invisible characters at the ends of %j are removed", (text, trimmed) => {
  expect(trimInvisible(text)).toBe(trimmed);
});

test.each([
  "❤\ufe0f",
  "1\ufe0f\u20e3",
  "🏴\u{E0067}\u{E0062}\u{E0065}\u{E006E}\u{E0067}\u{E007F}",
  "葛\u{E0100}",
])("the emoji %s keeps its form", (text) => expect(trimInvisible(`\u200b${text}\u200b`)).toBe(text));

test("characters are removed at an end only", () => {
  expect(trimEndOf("a. b. .", ". ")).toBe("a. b");
  expect(trimEndOf("...", ".")).toBe("");
});
