import { z } from "zod";
import { typedText } from "~/features/fields/typed-text";
import type { MessageKey } from "~/i18n/message-key";

/** What an administrator may do to an account. */
const accountSteps = ["suspend", "restore", "grant", "remove"] as const;
export type AccountStep = (typeof accountSteps)[number];

/** What an administrator may do to a video. */
export type VideoStep = Extract<AccountStep, "suspend" | "restore">;

/** Reads a step from an address; undefined for what is none. */
export function parseAccountStep(raw: string | undefined): AccountStep | undefined {
  return accountSteps.find((step) => step === raw);
}

/** Reads a step from an address; undefined for what is none. */
export function parseVideoStep(raw: string | undefined): VideoStep | undefined {
  return raw === "suspend" || raw === "restore" ? raw : undefined;
}

/** Whether it harms somebody: a reason is asked for, and kept. */
export function needsReason(step: AccountStep): boolean {
  return step === "suspend" || step === "remove";
}

const says = (key: MessageKey) => key;

/** The longest reason, in characters: the audit trail's limit. */
export const reasonMaxLength = 500;

const reason = typedText(says("common.required")).max(reasonMaxLength, says("accounts.tooLong"));

/** Why something is done; without one where it harms nobody. */
export const reasonForm = z.object({ reason: reason.min(1, says("common.required")) });

/** The e-mail of who is made administrator. */
export const grantForm = z.object({
  email: z.string(says("common.required")).trim().min(1, says("common.required")),
});
