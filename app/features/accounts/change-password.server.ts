import type { Services } from "~/platform/services.server";
import { deleteUserSessions, type Viewer } from "~/platform/session.queries.server";
import { findAccount, updatePassword } from "./accounts.queries.server";
import { signInLimit } from "./sign-in-limits";

export type PasswordChange =
  | { ok: true }
  | { ok: false; error: "wrong" }
  | { ok: false; error: "tooMany"; retryAfterSeconds: number };

/**
 * Changes the password of someone signed in, who must know the old one; every other session of theirs ends.
 * Wrong tries count as failed sign-ins do: a session left open is no place to guess from.
 */
export async function changePassword(
  { db, passwords, rateLimits }: Pick<Services, "db" | "passwords" | "rateLimits">,
  viewer: Viewer,
  { currentPassword, password }: { currentPassword: string; password: string },
): Promise<PasswordChange> {
  const key = `change:${viewer.userId}`;
  const taken = await rateLimits.take(signInLimit, key);
  if (!taken.ok) return { ok: false, error: "tooMany", retryAfterSeconds: taken.retryAfterSeconds };
  const account = await findAccount(db, viewer.userId);
  if (!(await passwords.verify(account?.password_hash, currentPassword)))
    return { ok: false, error: "wrong" };
  await rateLimits.giveBack(signInLimit, key);
  const passwordHash = await passwords.hash(password);
  await db.transaction().execute(async (trx) => {
    await updatePassword(trx, viewer.userId, passwordHash);
    await deleteUserSessions(trx, viewer.userId, viewer.sessionIdHash);
  });
  return { ok: true };
}
