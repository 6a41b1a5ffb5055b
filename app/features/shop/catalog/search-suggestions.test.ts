import { describe, expect, test } from "vitest";
import { foldText } from "~/i18n/accents";
import {
  decideSuggestions,
  type KnownWord,
  keepWords,
  requiredWords,
  searchTerms,
  shownWords,
} from "./search-suggestions";

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

test.each([
  ["yoga 15", ["yoga", "15"]],
  ["4 Acordes", ["4", "acordes"]],
  ["dor nas costas", ["dor", "costas"]],
  ["Pão, pao e PÃO", ["pao"]],
  ["pa\u0303o de queijo", ["pao", "queijo"]],
  ["passo-a-passo", ["passo"]],
  ["de para com", []],
  ["%_ '; --", []],
  ["C++", []],
  ["15", []],
  ["", []],
])("the search terms of %j are %j", (search, words) => {
  expect(requiredWords(search)).toEqual(words);
});

test("a search term keeps its typed spelling", () => {
  expect(searchTerms("Violão fácil")).toEqual([
    { typed: "Violão", folded: "violao" },
    { typed: "fácil", folded: "facil" },
  ]);
});

test("a search has at most eight words, none above 40 characters", () => {
  const long = "x".repeat(41);
  expect(requiredWords(`${long} 1a 2a 3a 4a 5a 6a 7a 8a 9a`)).toHaveLength(8);
  expect(requiredWords(`${long} yoga`)).toEqual(["yoga"]);
});

const topics = ["Música", "Artes e música", "Culinária", "Musculação"].map((name, at) => ({
  slug: `t${at}`,
  name,
}));
const creators = ["Marina", "Murilo", "Mus"].map((full_name) => ({
  full_name,
  handle: full_name.toLowerCase(),
}));
const videos = Array.from({ length: 6 }, (_, at) => ({
  id: `00000000-0000-4000-8000-00000000000${at}`,
  title: `Música ${at}`,
}));

test("topics with a word that begins with the search come first, then creators, then titles, few of each", () => {
  const suggestions = decideSuggestions("MUS", { topics, creators, videos });
  expect(suggestions.map(({ kind, label }) => `${kind}: ${label}`)).toEqual([
    "topic: Música",
    "topic: Artes e música",
    "creator: Marina",
    "creator: Murilo",
    "title: Música 0",
    "title: Música 1",
    "title: Música 2",
    "title: Música 3",
    "title: Música 4",
  ]);
});

test("a topic is not suggested by the middle of a word", () => {
  expect(decideSuggestions("inária", { topics, creators: [], videos: [] })).toEqual([]);
});
