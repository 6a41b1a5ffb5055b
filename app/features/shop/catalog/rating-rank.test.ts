import { expect, test } from "vitest";
import { ratingRank } from "./rank-related";

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
