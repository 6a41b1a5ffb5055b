import { expect, test } from "vitest";
import { parseReviewOrder } from "./review-order";

test("an unknown order is the usual one", () => {
  expect(["best", "worst", "", null].map(parseReviewOrder)).toEqual(["best", "worst", "newest", "newest"]);
});
