import { expect, test } from "vitest";
import { cleanLines } from "./typed-lines";

test.each([
  ["a\r\nb\rc\u2028d", "a\nb\nc\nd"],
  ["a\n\n\n\nb", "a\n\nb"],
  ["a\u0000\u0007\u001b[31mb\u0085\u009bc", "a[31mbc"],
  ["um\tdois", "um dois"],
  ["fim  \noutro", "fim\noutro"],
])("a text of several lines loses control characters and keeps its line breaks: %j", (typed, kept) => {
  expect(cleanLines(typed)).toBe(kept);
});
