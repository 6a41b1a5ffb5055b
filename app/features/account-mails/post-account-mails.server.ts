import { nameBrowser } from "~/features/fields/browser-name";
import { postMail } from "~/features/mails/post-mail.server";
import type { Db } from "~/platform/db.server";

export async function postPasswordChanged(trx: Db, userId: string, now: Date): Promise<void> {
  await postMail(trx, {
    kind: "passwordChanged",
    key: `passwordChanged:${userId}:${now.getTime()}`,
    to: { userId },
    facts: { at: now.toISOString() },
  });
}

/** Posts the mail about a sign-in from a new browser. `sessionIdHash` makes it one mail for each session. */
export async function postNewSignIn(
  trx: Db,
  { userId, sessionIdHash, userAgent }: { userId: string; sessionIdHash: string; userAgent: string | null },
  now: Date,
): Promise<void> {
  await postMail(trx, {
    kind: "newSignIn",
    key: `newSignIn:${userId}:${sessionIdHash.slice(0, 16)}`,
    to: { userId },
    facts: { at: now.toISOString(), browser: nameBrowser(userAgent) ?? null },
  });
}
