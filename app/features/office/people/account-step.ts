import { z } from "zod";
import { fieldMessage, typedLines } from "~/features/base/form-fields/typed-text";
import { plainCode } from "~/ui/forms/plain-code";

const accountSteps = ["suspend", "restore", "grant", "remove", "unlock", "sign-out"] as const;
export type AccountStep = (typeof accountSteps)[number];

export type VideoStep = Extract<AccountStep, "suspend" | "restore">;

export function parseAccountStep(raw: string | undefined): AccountStep | undefined {
  return accountSteps.find((step) => step === raw);
}

export function parseVideoStep(raw: string | undefined): VideoStep | undefined {
  return raw === "suspend" || raw === "restore" ? raw : undefined;
}

export function needsReason(step: AccountStep): boolean {
  return step === "suspend" || step === "remove" || step === "unlock" || step === "sign-out";
}

/** In characters: the audit log's limit. */
export const reasonMaxLength = 500;

const reason = typedLines(fieldMessage("common.required")).max(
  reasonMaxLength,
  fieldMessage("accounts.tooLong"),
);

export const reasonForm = z.object({ reason: reason.min(1, fieldMessage("common.required")) });

export const grantForm = z.object({
  email: z
    .string(fieldMessage("common.required"))
    .overwrite(plainCode)
    .min(1, fieldMessage("common.required")),
});

const notWithOneself: readonly AccountStep[] = ["suspend", "unlock", "sign-out"];

/** The account page ends one's own sessions, without the current one. */
export function mayTakeWithOneself(step: AccountStep): boolean {
  return !notWithOneself.includes(step);
}

export function refuseGrant(account: {
  suspended_at: Date | null;
  email_verified_at: Date | null;
}): "isSuspended" | "notProven" | undefined {
  if (account.suspended_at) return "isSuspended";
  return account.email_verified_at ? undefined : "notProven";
}
