import { expect, test } from "vitest";
import { requiredWords, searchTerms } from "./search-suggestions";

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
