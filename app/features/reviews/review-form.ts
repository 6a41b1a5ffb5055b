import { z } from "zod";
import { lines } from "~/features/fields/typed-lines";
import type { MessageKey } from "~/i18n/message-key";
import { reportReasonMaxLength, reviewMaxLength } from "./text-lengths";

const says = (key: MessageKey) => key;

const ratingField = z
  .string(says("reviews.ratingNeeded"))
  .regex(/^[1-5]$/, says("reviews.ratingNeeded"))
  .transform(Number);

/** A review: 1 to 5, and a text that may be empty. */
export const reviewForm = z.object({
  rating: ratingField,
  text: lines(reviewMaxLength, says("reviews.textTooLong")),
});

/** A creator's reply. */
export const replyForm = z.object({
  text: lines(reviewMaxLength, says("reviews.textTooLong")).refine(
    (text) => text !== "",
    says("reviews.replyNeeded"),
  ),
});

/** Why a review is reported: may be empty. */
export const reportForm = z.object({
  text: lines(reportReasonMaxLength, says("reviews.reasonTooLong")),
});

export type ReviewForm = z.output<typeof reviewForm>;

export const reviewIntents = ["save", "delete", "reply", "report"] as const;
export type ReviewIntent = (typeof reviewIntents)[number];

/** Reads what a form of reviews asks for; undefined for anything else. */
export function parseReviewIntent(raw: string | undefined): ReviewIntent | undefined {
  return reviewIntents.find((intent) => intent === raw);
}
