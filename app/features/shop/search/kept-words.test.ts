import { describe, expect, test } from "vitest";
import { foldText } from "~/features/base/form-fields/accents";
import { type KnownWord, keepWords, searchTerms, shownWords } from "./search-suggestions";

const inShop: KnownWord = { inShop: true, near: ["iogas"] };
const similar: KnownWord = { inShop: false, near: ["costas", "costa"] };
const unknown: KnownWord = { inShop: false, near: [] };

test.each([
  ["stays if a video has it", "Yoga", [inShop], [["Yoga", ["yoga"]]]],
  ["is replaced by similar words if no video has it", "kostas", [similar], [["kostas", ["costas", "costa"]]]],
  ["is dropped if no video has it or a similar one", "dorzxqk", [unknown], []],
] as const)("a searched word %s", (_, search, known, kept) => {
  expect(
    keepWords(searchTerms(search), known).map(({ term, alternatives }) => [term.typed, alternatives]),
  ).toEqual(kept);
});

test("a dropped word leaves the others with their own alternatives", () => {
  const kept = keepWords(searchTerms("yoga dorzxqk kostas"), [inShop, unknown, similar]);
  expect(kept.map(({ alternatives }) => alternatives)).toEqual([["yoga"], ["costas", "costa"]]);
});

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
