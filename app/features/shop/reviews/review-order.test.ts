import { expect, test } from "vitest";
import { parseReviewOrder } from "./review-order";

test("an unknown order of reviews falls back to the default", () => {
  expect(["best", "worst", "", null].map(parseReviewOrder)).toEqual(["best", "worst", "newest", "newest"]);
});
