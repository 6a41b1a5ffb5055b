import { z } from "zod";
import { fieldMessage, hasVisibleCharacter, lines, typedLines } from "~/features/base/form-fields/typed-text";
import type { LimitRule } from "~/platform/try-counter.server";
import { hiddenReasonMaxLength, reportReasonMaxLength, reviewMaxLength } from "./reviews-view";

/** Per account, for all changes of reviews and replies. */
export const reviewLimit: LimitRule = { name: "review", tries: 30, seconds: 3_600 };

export const reviewReportLimit: LimitRule = { name: "review-report", tries: 20, seconds: 3_600 };

const ratingField = z
  .string(fieldMessage("reviews.ratingNeeded"))
  .regex(/^[1-5]$/, fieldMessage("reviews.ratingNeeded"))
  .transform(Number);

/** The text may be empty. */
export const reviewForm = z.object({
  rating: ratingField,
  text: lines(reviewMaxLength, fieldMessage("reviews.textTooLong")),
});

export const replyForm = z.object({
  text: lines(reviewMaxLength, fieldMessage("reviews.textTooLong")).refine(
    (text) => text !== "",
    fieldMessage("reviews.replyNeeded"),
  ),
});

/** The reason may be empty. */
export const reportForm = z.object({
  text: lines(reportReasonMaxLength, fieldMessage("reviews.reasonTooLong")),
});

/** An administrator's reason for hiding a text. */
export const hideForm = z.object({
  reason: typedLines(fieldMessage("common.required"))
    .refine(hasVisibleCharacter, fieldMessage("common.required"))
    .max(hiddenReasonMaxLength, fieldMessage("accounts.tooLong")),
});

export type ReviewForm = z.output<typeof reviewForm>;

const reviewIntents = ["save", "delete", "reply", "report"] as const;
type ReviewIntent = (typeof reviewIntents)[number];

export function parseReviewIntent(raw: string | undefined): ReviewIntent | undefined {
  return reviewIntents.find((intent) => intent === raw);
}
