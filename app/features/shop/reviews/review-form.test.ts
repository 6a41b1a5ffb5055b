import { expect, test } from "vitest";
import { parseReviewIntent, replyForm, reportForm, reviewForm } from "./review-form";

const messageOf = (result: { error?: { issues: { message: string }[] } }) => result.error?.issues[0]?.message;

test.each(["1", "2", "3", "4", "5"])("a review may be rated %s", (rating) => {
  expect(reviewForm.parse({ rating, text: "Boa" })).toEqual({ rating: Number(rating), text: "Boa" });
});

test.each([undefined, "", "0", "6", "3.5", "five", "-1", " 5", "5 ", "05"])(
  "a review needs a whole number from 1 to 5, which %j is not",
  (rating) => expect(messageOf(reviewForm.safeParse({ rating, text: "" }))).toBe("reviews.ratingNeeded"),
);

test("a review may have no text, and invisible characters count as none", () => {
  expect(reviewForm.parse({ rating: "5" }).text).toBe("");
  expect(reviewForm.parse({ rating: "5", text: " \u200b\n\u2060 " }).text).toBe("");
});

test("a review has at most 2,000 characters, line breaks counted once", () => {
  const longest = `${"a".repeat(1_998)}\r\nb`;
  expect(reviewForm.parse({ rating: "5", text: longest }).text).toHaveLength(2_000);
  expect(messageOf(reviewForm.safeParse({ rating: "5", text: `${longest}c` }))).toBe("reviews.textTooLong");
});

test("a reply needs a text", () => {
  expect(messageOf(replyForm.safeParse({ text: " \n " }))).toBe("reviews.replyNeeded");
  expect(replyForm.parse({ text: " Obrigada! " })).toEqual({ text: "Obrigada!" });
});

test("a report may omit the reason", () => {
  expect(reportForm.parse({})).toEqual({ text: "" });
  expect(messageOf(reportForm.safeParse({ text: "a".repeat(501) }))).toBe("reviews.reasonTooLong");
});

test("an unknown intent of the review form is rejected", () => {
  expect(parseReviewIntent("save")).toBe("save");
  expect(parseReviewIntent("hide")).toBeUndefined();
  expect(parseReviewIntent(undefined)).toBeUndefined();
});
