import { expect, test } from "vitest";
import { rankRelated, ratingRank, tellingWords } from "./show-related.server";

test.each([
  ["no review", 0, 0, 0],
  ["one review of five stars", 1, 5, 4166],
  ["one review of one star", 1, 1, 3500],
  ["twenty reviews of five stars", 20, 100, 4800],
  ["as many reviews of four stars as are assumed", 5, 20, 4000],
])("with %s the rank is $3", (_, count, total, rank) => expect(ratingRank(count, total)).toBe(rank));

test("many good reviews rank above a single perfect one", () => {
  expect(ratingRank(50, 240)).toBeGreaterThan(ratingRank(1, 5));
});

const videos = ["Pão", "Violão avançado", "Xadrez", "Violino", "Violão avançado"].map((title, id) => ({
  id: String(id),
  title,
}));
const none = {
  boughtTogether: new Map<string, number>(),
  sameTopic: new Set<string>(),
  words: [] as string[],
};
const ranked = (signals: Partial<typeof none>, limit = 9) =>
  rankRelated(videos, { ...none, ...signals }, limit).map(({ id }) => id);

test.each([
  ["without a sign the order stays", {}, ["0", "1", "2", "3", "4"]],
  ["a common word", { words: ["violao"] }, ["1", "4", "0", "2", "3"]],
  ["the topic", { sameTopic: new Set(["3"]) }, ["3", "0", "1", "2", "4"]],
  [
    "buyers before a topic, a topic and a word before either",
    { boughtTogether: new Map([["2", 1]]), sameTopic: new Set(["1", "3"]), words: ["avancado"] },
    ["1", "2", "3", "4", "0"],
  ],
])("related videos are ranked by %s", (_, signals, ids) => expect(ranked(signals)).toEqual(ids));

test("related videos are listed once each, up to the limit", () => {
  const twice = [...videos, ...videos];
  expect(rankRelated(twice, none, 3).map(({ id }) => id)).toEqual(["0", "1", "2"]);
});

test("the distinctive words of a title are the long ones, without accents", () => {
  expect(tellingWords("Pão para todos: fermentação natural em casa")).toEqual([
    "fermentacao",
    "natural",
    "todos",
  ]);
});
