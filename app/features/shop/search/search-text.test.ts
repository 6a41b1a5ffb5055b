import { describe, expect, test } from "vitest";
import { cleanSearch, foldText, searchMaxLength, searchWords, shownWords } from "./search-text";

describe("cleanSearch", () => {
  test.each([
    ["nothing", null, ""],
    ["blanks only", "  \t ", ""],
    ["blanks around it", "  pão de queijo ", "pão de queijo"],
    ["signs of LIKE", "100%_\\", "100%_\\"],
    ["control characters", "a\0\tb\n", "a b"],
  ])('cleans a text of the kind "%s"', (_, typed, clean) => expect(cleanSearch(typed)).toBe(clean));

  test("truncates a text longer than any title", () =>
    expect(cleanSearch("a".repeat(999))).toHaveLength(searchMaxLength));

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
])("the search words of %j are %j", (search, words) => expect(searchWords(search)).toEqual(words));

describe("the corrected words of a search", () => {
  const rows = [
    { title: "Yoga em 15 minutos: costas sem dor", creator_name: "Lia Nakamura" },
    { title: "Violão para INICIANTES", creator_name: "Zé" },
  ];
  const group = (typed: string, ...alternatives: string[]) => ({
    term: { typed, folded: foldText(typed) },
    alternatives,
  });
  test.each([
    [
      "are spelt as in the titles",
      [group("viloao", "violao"), group("inicante", "iniciantes")],
      ["violão", "iniciantes"],
    ],
    ["leave out what no title has", [group("costas", "costas"), group("enviano", "enviando")], ["costas"]],
    ["are whole words before beginnings of words", [group("dor", "dor", "nakamura")], ["dor"]],
    ["are whole words for their beginnings", [group("inicia", "inicia")], ["iniciantes"]],
    ["are shown once", [group("costa", "costa"), group("costas", "costas")], ["costas"]],
    ["are as typed if only a description has them", [group("Ciático", "ciatico")], ["ciático"]],
  ])("%s", (_, groups, words) => expect(shownWords(groups, rows)).toEqual(words));

  test("are none without a result", () => {
    expect(shownWords([group("xyzzy", "xyzzy")], [])).toEqual([]);
  });
});
