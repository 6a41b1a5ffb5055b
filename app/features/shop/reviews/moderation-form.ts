import { z } from "zod";
import { fieldMessage, hasVisibleCharacter, typedLines } from "~/features/base/form-fields/typed-text";
import { hiddenReasonMaxLength } from "./reviews-view";

/** What an administrator may do with a review. */
const moderationSteps = ["hide", "unhide", "keep"] as const;
export type ModerationStep = (typeof moderationSteps)[number];

/** Reads what the form asks for; undefined for anything else. */
export function parseModerationStep(raw: string | undefined): ModerationStep | undefined {
  return moderationSteps.find((step) => step === raw);
}

export const hideForm = z.object({
  reason: typedLines(fieldMessage("common.required"))
    .refine(hasVisibleCharacter, fieldMessage("common.required"))
    .max(hiddenReasonMaxLength, fieldMessage("accounts.tooLong")),
});
