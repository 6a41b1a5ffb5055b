import { postPasswordChanged } from "~/features/base/account-changes/account-mails.server";
import {
  findAccount,
  findPasswordOwner,
  replacePassword,
} from "~/features/base/accounts/accounts.queries.server";
import { refuseNewPassword } from "~/features/base/accounts/password-strength.server";
import { countGuess } from "~/features/base/accounts/try-limits.server";
import { cancelWaitingEmailIn } from "~/features/base/email-confirmation/change-email.server";
import { revokeRemovalIn } from "~/features/base/factors/lost-second-factor.server";
import type { MessageKey } from "~/i18n/message-key";
import type { Db } from "~/platform/db.server";
import { parseId } from "~/platform/forms/record-id";
import { makeToken } from "~/platform/secrets.server";
import type { Services } from "~/platform/services";
import type { Client } from "~/platform/session/actor.server";
import {
  deleteOtherSession,
  deleteUserSessions,
  renewSessionId,
  type Viewer,
} from "~/platform/session/session.queries.server";
import { removeRecentFactors } from "./recent-factors.server";

class SessionEnded extends Error {
  override readonly name = "SessionEnded";
}

/**
 * Ends the viewer's other sessions and gives this one a new id (ASVS 5.0, 7.2.4), which invalidates copies of its
 * cookie. Returns the new id; throws SessionEnded without any change.
 */
async function endOtherSessionsIn(trx: Db, viewer: Viewer, now: Date): Promise<string> {
  const { token: id, tokenHash: idHash } = makeToken();
  if (!(await renewSessionId(trx, { from: viewer.sentIdHash, to: idHash, now }))) throw new SessionEnded();
  await deleteUserSessions(trx, viewer.userId, idHash);
  return id;
}

/** As `endOtherSessionsIn`. Returns undefined if the session has just been ended. */
export async function endOtherSessions(
  { db, clock }: Pick<Services, "db" | "clock">,
  viewer: Viewer,
): Promise<string | undefined> {
  return db
    .transaction()
    .execute((trx) => endOtherSessionsIn(trx, viewer, clock()))
    .catch((error: unknown) => {
      if (error instanceof SessionEnded) return undefined;
      throw error;
    });
}

/** Returns whether the viewer had this session. */
export async function endOtherSession(
  { db }: Pick<Services, "db">,
  viewer: Viewer,
  rawId: string | undefined,
): Promise<boolean> {
  const id = parseId(rawId);
  return id !== undefined && deleteOtherSession(db, viewer, id);
}

interface NewPassword {
  currentPassword: string;
  password: string;
  /** By the factor's key; default: nothing is kept. */
  keeps?: (key: string) => boolean;
  client?: Client;
}

type PasswordChange =
  /** `sessionId`: the new id of this session, for its cookie. */
  | { ok: true; sessionId: string; removed: boolean }
  | { ok: false; error: "wrong" | "signedOut" }
  /** `problem`: why the password is too easy to guess. */
  | { ok: false; error: "guessable"; problem: MessageKey }
  | { ok: false; error: "tooMany"; retryAfterSeconds: number };

/**
 * Changes a password, ends the other sessions and gives this one a new id. Wrong passwords count as failed sign-ins: an
 * unattended session cannot be used for guessing. Recent factors are removed unless kept, and a waiting change of
 * e-mail is cancelled (docs/decisions/0078). Nothing changes if the password or session changed during the check.
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
