import { expect, test } from "vitest";
import { isReviewDue, parseReviewOrder, ratingHistogram, reviewerName } from "./reviews-view";

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

test("an unknown order of reviews falls back to the default", () => {
  expect(["best", "worst", "", null].map(parseReviewOrder)).toEqual(["best", "worst", "newest", "newest"]);
});

test.each([
  ["Tiago Alves", "Tiago A."],
  ["Maria da Conceição de Souza", "Maria S."],
  ["ana élida", "ana É."],
  ["Élida", "Élida"],
  ["  Beto   Lima  ", "Beto L."],
  ["🙂 Beto", "Beto"],
  ["beto@example.com", ""],
  ["", ""],
])("the reviewer %s is displayed as %s", (name, shown) => expect(reviewerName(name)).toBe(shown));

const watched = (watchedSeconds: number) => ({ watchedSeconds, isDone: false });

test.each([
  ["69 % were watched", watched(69), 100, false],
  ["70 % were watched", watched(70), 100, true],
  ["it was completed, however little was watched", { watchedSeconds: 0, isDone: true }, null, true],
  ["its length is unknown", watched(1_000), null, false],
  ["it has no length", watched(0), 0, false],
])("a review of a video is due if %s: $3", (_, watching, seconds, due) => {
  expect(isReviewDue(watching, seconds)).toBe(due);
});
