import type { AccountStep } from "./account-step";

/** The steps that administrators cannot take with their own account. */
const notWithOneself: readonly AccountStep[] = ["suspend", "unlock", "sign-out"];

/**
 * Returns whether an administrator may take a step with their own account. Sessions of one's own are ended on the
 * account page, where the present one stays.
 */
export function mayTakeWithOneself(step: AccountStep): boolean {
  return !notWithOneself.includes(step);
}

/** Returns why an account cannot get the administrator role; undefined where it can. */
export function refuseGrant(account: {
  suspended_at: Date | null;
  email_verified_at: Date | null;
}): "isSuspended" | "notProven" | undefined {
  if (account.suspended_at) return "isSuspended";
  return account.email_verified_at ? undefined : "notProven";
}
