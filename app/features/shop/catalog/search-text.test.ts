import { expect, test } from "vitest";
import { cleanSearch, searchMaxLength, searchWords } from "./search-text";

test.each([
  ["nothing", null, ""],
  ["blanks only", "  \t ", ""],
  ["blanks around it", "  pão de queijo ", "pão de queijo"],
  ["signs of LIKE", "100%_\\", "100%_\\"],
  ["control characters", "a\0\tb\n", "a b"],
])('cleanSearch cleans a text of the kind "%s"', (_, typed, clean) => expect(cleanSearch(typed)).toBe(clean));

test("cleanSearch truncates a text longer than any title", () =>
  expect(cleanSearch("a".repeat(999))).toHaveLength(searchMaxLength));

test("cleanSearch is idempotent", () => {
  const typed = `${"a".repeat(searchMaxLength - 1)} b`;
  expect(cleanSearch(cleanSearch(typed))).toBe(cleanSearch(typed));
});

test.each([
  ["Violão para INICIANTES", ["violao", "para", "iniciantes"]],
  ["a do ré-mi, 100% já", ["100"]],
  ["pão pao PÃO", ["pao"]],
  ["🎸 %_", []],
])("the search words of %j are %j", (search, words) => expect(searchWords(search)).toEqual(words));
