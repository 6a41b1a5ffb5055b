import { describe, expect, test } from "vitest";
import { cleanSearch, matchedWords, searchMaxLength, searchWords } from "./search-text";

describe("what was typed", () => {
  test.each([
    ["nothing", null, ""],
    ["blanks only", "  \t ", ""],
    ["blanks around it", "  pão de queijo ", "pão de queijo"],
    ["signs of LIKE", "100%_\\", "100%_\\"],
    ["control characters", "a\0\tb\n", "a b"],
  ])("%s", (_, typed, clean) => expect(cleanSearch(typed)).toBe(clean));

  test("longer than any title", () => expect(cleanSearch("a".repeat(999))).toHaveLength(searchMaxLength));

  test("is idempotent", () => {
    const typed = `${"a".repeat(searchMaxLength - 1)} b`;
    expect(cleanSearch(cleanSearch(typed))).toBe(cleanSearch(typed));
  });
});

test.each([
  ["Violão para INICIANTES", ["violao", "para", "iniciantes"]],
  ["a do ré-mi, 100% já", ["100"]],
  ["pão pao PÃO", ["pao"]],
  ["🎸 %_", []],
])("the words of %j", (search, words) => expect(searchWords(search)).toEqual(words));

describe("the words that were found", () => {
  const rows = [
    { title: "Yoga em 15 minutos: costas sem dor", creator_name: "Lia Nakamura" },
    { title: "Violão para INICIANTES", creator_name: "Zé" },
  ];
  test.each([
    [
      "as the title spells them",
      [
        ["viloao", "violao"],
        ["inicante", "iniciantes"],
      ],
      ["violão", "iniciantes"],
    ],
    ["without those that nothing has", [["costas"], ["xyzzy"]], ["costas"]],
    ["whole words before parts of words", [["dor", "nakamura"]], ["dor"]],
    ["a part as its whole word", [["inicia"]], ["iniciantes"]],
    ["once", [["costa"], ["costas"]], ["costas"]],
    ["none", [["xyzzy"]], []],
  ])("%s", (_, groups, words) => expect(matchedWords(groups, rows)).toEqual(words));
});
