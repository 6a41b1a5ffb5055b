import { postOwnerMail } from "~/features/accounts/account-changes/notify-owner.server";
import { nameBrowser } from "~/features/base/form-fields/browser-name";
import type { Db } from "~/platform/db.server";

export async function postPasswordChanged(trx: Db, userId: string, now: Date): Promise<void> {
  const key = `passwordChanged:${userId}:${now.getTime()}`;
  await postOwnerMail(trx, { kind: "passwordChanged", key, userId, facts: { at: now.toISOString() }, now });
}

/** Posts the mail about a sign-in from a new browser. `sessionIdHash` makes it one mail for each session. */
export async function postNewSignIn(
  trx: Db,
  { userId, sessionIdHash, userAgent }: { userId: string; sessionIdHash: string; userAgent: string | null },
  now: Date,
): Promise<void> {
  await postOwnerMail(trx, {
    kind: "newSignIn",
    key: `newSignIn:${userId}:${sessionIdHash.slice(0, 16)}`,
    userId,
    facts: { at: now.toISOString(), browser: nameBrowser(userAgent) ?? null },
    now,
  });
}
