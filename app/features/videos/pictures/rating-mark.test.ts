import { expect, test } from "vitest";
import { averageRating, formatCount, formatRating } from "./rating-mark";

test("a video without reviews has no average rating", () => {
  expect(averageRating({ review_count: 0, rating_total: 0 })).toBeUndefined();
});

test("the average rating has one decimal in the notation of each language", () => {
  const average = averageRating({ review_count: 3, rating_total: 14 }) as number;
  expect(formatRating(average, "pt")).toBe("4,7");
  expect(formatRating(average, "en")).toBe("4.7");
  expect(formatRating(5, "pt")).toBe("5,0");
});

test("the number of reviews has a separator of thousands", () => {
  expect(formatCount(1204, "pt")).toBe("1.204");
  expect(formatCount(1204, "en")).toBe("1,204");
});
