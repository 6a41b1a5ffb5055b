import { expect, test } from "vitest";
import { ratingHistogram } from "./rating-histogram";

test("a rating histogram needs five reviews", () => {
  expect(ratingHistogram([0, 0, 0, 0, 4])).toBeUndefined();
  expect(ratingHistogram([0, 0, 0, 0, 0])).toBeUndefined();
});

test("a rating histogram begins with five stars and has their shares", () => {
  expect(ratingHistogram([1, 0, 0, 2, 3])).toEqual([
    { stars: 5, count: 3, percent: 50 },
    { stars: 4, count: 2, percent: 33 },
    { stars: 3, count: 0, percent: 0 },
    { stars: 2, count: 0, percent: 0 },
    { stars: 1, count: 1, percent: 17 },
  ]);
});
