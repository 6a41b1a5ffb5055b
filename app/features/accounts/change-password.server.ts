import { postPasswordChanged } from "~/features/account-mails/post-account-mails.server";
import { revokeRemovalIn } from "~/features/second-factor/lost-second-factor.server";
import type { Services } from "~/platform/services";
import type { Viewer } from "~/platform/session/session.queries.server";
import { findAccount, replacePassword } from "./accounts.queries.server";
import { endOtherSessionsIn, SessionEnded } from "./end-other-sessions.server";
import { countGuess } from "./sign-in-tries.server";

export type PasswordChange =
  /** `sessionId`: the new id of this session, for its cookie. */
  | { ok: true; sessionId: string }
  | { ok: false; error: "wrong" | "signedOut" }
  | { ok: false; error: "tooMany"; retryAfterSeconds: number };

/**
 * Changes a password, given the current one; ends the account's other sessions and gives this one a new id. Wrong
 * passwords count as failed sign-ins, so that an unattended session cannot be used for guessing. Does nothing when
 * the password or the session has changed during the check.
 */
export async function changePassword(
  { db, passwords, rateLimits, clock }: Pick<Services, "db" | "passwords" | "rateLimits" | "clock">,
  viewer: Viewer,
  { currentPassword, password }: { currentPassword: string; password: string },
): Promise<PasswordChange> {
  const taken = await countGuess(rateLimits, `change:${viewer.userId}`);
  if (!taken.ok) return { ok: false, error: "tooMany", retryAfterSeconds: taken.retryAfterSeconds };
  const { userId } = viewer;
  const from = (await findAccount(db, userId))?.password_hash;
  if (!(await passwords.verify(from, currentPassword)) || !from) return { ok: false, error: "wrong" };
  await taken.giveBack();
  const to = await passwords.hash(password);
  try {
    return await db.transaction().execute(async (trx) => {
      if (!(await replacePassword(trx, { userId, from, to }))) return { ok: false, error: "wrong" } as const;
      const now = clock();
      await revokeRemovalIn(trx, userId, now);
      await postPasswordChanged(trx, userId, now);
      return { ok: true, sessionId: await endOtherSessionsIn(trx, viewer, now) } as const;
    });
  } catch (error) {
    if (error instanceof SessionEnded) return { ok: false, error: "signedOut" };
    throw error;
  }
}
