import { postPasswordChanged } from "~/features/accounts/account-changes/post-account-mails.server";
import {
  findAccount,
  findPasswordOwner,
  replacePassword,
} from "~/features/accounts/accounts/accounts.queries.server";
import { refuseNewPassword } from "~/features/accounts/accounts/password-strength.server";
import { countGuess } from "~/features/accounts/accounts/sign-in-tries.server";
import { cancelWaitingEmailIn } from "~/features/accounts/email-confirmation/change-email.server";
import { revokeRemovalIn } from "~/features/accounts/second-factor/lost-second-factor.server";
import type { Client } from "~/features/base/audit/actor.server";
import { removeRecentFactors } from "~/features/entrance/recovery/recent-factors.server";
import type { MessageKey } from "~/i18n/message-key";
import type { Services } from "~/platform/services";
import type { Viewer } from "~/platform/session/session.queries.server";
import { endOtherSessionsIn, SessionEnded } from "./end-other-sessions.server";

interface NewPassword {
  currentPassword: string;
  password: string;
  /** Whether the person keeps what was added recently, by its key; default: nothing. */
  keeps?: (key: string) => boolean;
  client?: Client;
}

export type PasswordChange =
  /** `sessionId`: the new id of this session, for its cookie. */
  | { ok: true; sessionId: string; removed: boolean }
  | { ok: false; error: "wrong" | "signedOut" }
  /** `problem`: why the new password is too easy to guess. */
  | { ok: false; error: "guessable"; problem: MessageKey }
  | { ok: false; error: "tooMany"; retryAfterSeconds: number };

/**
 * Changes a password, given the current one; ends the account's other sessions and gives this one a new id. Wrong
 * passwords count as failed sign-ins, so that an unattended session cannot be used for guessing. Does nothing when
 * the new password is easy to guess, and when the password or the session has changed during the check. What was added
 * recently goes unless it is kept, and a change of e-mail that waits is cancelled (docs/decisions/0078).
 */
export async function changePassword(
  { db, passwords, rateLimits, clock }: Pick<Services, "db" | "passwords" | "rateLimits" | "clock">,
  viewer: Viewer,
  { currentPassword, password, keeps, client }: NewPassword,
): Promise<PasswordChange> {
  const taken = await countGuess(rateLimits, `change:${viewer.userId}`);
  if (!taken.ok) return { ok: false, error: "tooMany", retryAfterSeconds: taken.retryAfterSeconds };
  const { userId } = viewer;
  const from = (await findAccount(db, userId))?.password_hash;
  if (!(await passwords.verify(from, currentPassword)) || !from) return { ok: false, error: "wrong" };
  await taken.giveBack();
  const problem = refuseNewPassword(password, await findPasswordOwner(db, userId));
  if (problem) return { ok: false, error: "guessable", problem };
  const to = await passwords.hash(password);
  try {
    return await db.transaction().execute(async (trx) => {
      if (!(await replacePassword(trx, { userId, from, to }))) return { ok: false, error: "wrong" } as const;
      const now = clock();
      await cancelWaitingEmailIn(trx, userId, now);
      await revokeRemovalIn(trx, userId, now);
      const removed = await removeRecentFactors(trx, { userId, email: viewer.email, keeps, client, now });
      await postPasswordChanged(trx, userId, now);
      return { ok: true, sessionId: await endOtherSessionsIn(trx, viewer, now), removed } as const;
    });
  } catch (error) {
    if (error instanceof SessionEnded) return { ok: false, error: "signedOut" };
    throw error;
  }
}
