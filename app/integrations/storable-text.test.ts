import { expect, test } from "vitest";
import { isStorable, isStorableJson, toStorable } from "./storable-text";

test.each([
  ["João 🎸", true],
  ["", true],
  ["a\0b", false],
  ["half \ud83c", false],
  ["half \udfb8 the other", false],
])("%j can be stored as jsonb: %s", (text, storable) => {
  expect(isStorable(text)).toBe(storable);
  expect(isStorable(toStorable(text))).toBe(true);
  expect(toStorable(text) === text).toBe(storable);
  expect(isStorableJson({ list: [{ text }] })).toBe(storable);
  expect(isStorableJson({ [text]: 1 })).toBe(storable);
});

test("a document nested deeper than a hundred levels is not stored as jsonb", () => {
  const nested = (levels: number) => JSON.parse("[".repeat(levels) + "]".repeat(levels));
  expect(isStorableJson(nested(100))).toBe(true);
  expect(isStorableJson(nested(101))).toBe(false);
  expect(isStorableJson(nested(100_000))).toBe(false);
});
