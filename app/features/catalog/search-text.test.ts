import { describe, expect, test } from "vitest";
import { cleanSearch, marketplacePath, searchMaxLength } from "./search-text";

describe("what was typed", () => {
  test.each([
    ["nothing", null, ""],
    ["blanks only", "  \t ", ""],
    ["blanks around it", "  pão de queijo ", "pão de queijo"],
    ["signs of LIKE", "100%_\\", "100%_\\"],
    ["a NUL, which no database takes", "a\0b", "ab"],
  ])("%s", (_, typed, clean) => expect(cleanSearch(typed)).toBe(clean));

  test("more than any title has", () => expect(cleanSearch("a".repeat(999))).toHaveLength(searchMaxLength));

  test("clean once, it stays as it is", () => {
    const typed = `${"a".repeat(searchMaxLength - 1)} b`;
    expect(cleanSearch(cleanSearch(typed))).toBe(cleanSearch(typed));
  });
});

describe("the path", () => {
  test.each([
    ["of everything", "", undefined, "/marketplace"],
    ["of a search", "c++ & pão", undefined, "/marketplace?q=c%2B%2B+%26+p%C3%A3o"],
    ["of a later page", "", "1_x", "/marketplace?after=1_x"],
    ["of a search's later page", "a", "1_x", "/marketplace?q=a&after=1_x"],
  ])("%s", (_, search, after, path) => expect(marketplacePath(search, after)).toBe(path));
});
