import { expect, test } from "vitest";
import { isReviewDue } from "./review-due";

const watched = (to: number) => ({ ranges: [[0, to]] as const, isDone: false });

test("a review is due once 70 % of the video were watched", () => {
  expect(isReviewDue(watched(69), 100)).toBe(false);
  expect(isReviewDue(watched(70), 100)).toBe(true);
});

test("a review is due once the video is completed, however little was watched", () => {
  expect(isReviewDue({ ranges: [], isDone: true }, null)).toBe(true);
});

test("a review is not due while the length is unknown", () => {
  expect(isReviewDue(watched(1_000), null)).toBe(false);
  expect(isReviewDue({ ranges: [], isDone: false }, 0)).toBe(false);
});
