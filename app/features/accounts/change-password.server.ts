import type { Services } from "~/platform/services";
import type { Viewer } from "~/platform/session.queries.server";
import { findAccount, replacePassword } from "./accounts.queries.server";
import { keepThisSignInOnly, SignedOutMeanwhile } from "./end-other-sign-ins.server";
import { takeGuess } from "./sign-in-tries.server";

export type PasswordChange =
  /** `sessionId` is the new id of the session that changed it, for its cookie. */
  | { ok: true; sessionId: string }
  | { ok: false; error: "wrong" | "signedOut" }
  | { ok: false; error: "tooMany"; retryAfterSeconds: number };

/**
 * Changes the password of someone signed in, who must know the old one; every other session of theirs ends, and this
 * one gets another id. Wrong tries count as failed sign-ins do: a session left open is no place to guess from.
 * What was changed while the old password was being checked, or a session that was ended meanwhile, stands.
 */
export async function changePassword(
  { db, passwords, rateLimits }: Pick<Services, "db" | "passwords" | "rateLimits">,
  viewer: Viewer,
  { currentPassword, password }: { currentPassword: string; password: string },
): Promise<PasswordChange> {
  const taken = await takeGuess(rateLimits, `change:${viewer.userId}`);
  if (!taken.ok) return { ok: false, error: "tooMany", retryAfterSeconds: taken.retryAfterSeconds };
  const { userId } = viewer;
  const from = (await findAccount(db, userId))?.password_hash;
  if (!(await passwords.verify(from, currentPassword)) || !from) return { ok: false, error: "wrong" };
  await taken.giveBack();
  const to = await passwords.hash(password);
  try {
    return await db.transaction().execute(async (trx) => {
      if (!(await replacePassword(trx, { userId, from, to }))) return { ok: false, error: "wrong" } as const;
      return { ok: true, sessionId: await keepThisSignInOnly(trx, viewer) } as const;
    });
  } catch (error) {
    if (error instanceof SignedOutMeanwhile) return { ok: false, error: "signedOut" };
    throw error;
  }
}
