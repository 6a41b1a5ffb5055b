import { expect, test } from "vitest";
import { formatReviewCursor, parseReviewCursor } from "./show-reviews.server";

const id = "cccccccc-0000-4000-8000-000000000000";

test("a review cursor is parsed as it was written", () => {
  const cursor = { rating: 4, createdAt: new Date(1_764_000_000_000), id };
  expect(parseReviewCursor(formatReviewCursor(cursor))).toEqual(cursor);
});

test.each([null, "", "4", `6.1_${id}`, `4.x_${id}`, `1_${id}`, "4.1_abc"])(
  "%j is not a review cursor",
  (raw) => {
    expect(parseReviewCursor(raw)).toBeUndefined();
  },
);
