import type { AppLoadContext } from "@remix-run/node";
import { addressKey } from "~/platform/rate-limits.server";
import { noteSecurity } from "~/platform/security-events";
import type { Services } from "~/platform/services.server";
import { deleteSession, insertSession } from "~/platform/session.queries.server";
import { hashSessionId, makeSessionId } from "~/platform/session.server";
import type { LoginForm } from "./account-forms";
import { findCredentials } from "./accounts.queries.server";
import { signInLimit } from "./sign-in-limits";

export type PasswordCheck =
  | { ok: true; userId: string; email: string }
  | { ok: false; error: "wrong" }
  /** The password is right: nobody else learns that the account is suspended. */
  | { ok: false; error: "suspended" }
  | { ok: false; error: "tooMany"; retryAfterSeconds: number };

/**
 * Checks an e-mail and password. A known and an unknown e-mail take as long. Ten failed tries a minute are given to
 * an address, and to an account from wherever they come; tries are counted before the check, so that many at once
 * gain nothing, and an honest one is given back.
 */
export async function checkPassword(
  { db, passwords, rateLimits }: Pick<Services, "db" | "passwords" | "rateLimits">,
  form: LoginForm,
  clientAddress: string,
): Promise<PasswordCheck> {
  const keys = [addressKey(clientAddress), `account:${form.email.toLowerCase()}`];
  const taken = await rateLimits.take(signInLimit, ...keys);
  if (!taken.ok) return { ok: false, error: "tooMany", retryAfterSeconds: taken.retryAfterSeconds };
  const user = await findCredentials(db, form.email);
  const right = await passwords.verify(user?.password_hash, form.password);
  if (!right || !user) return { ok: false, error: "wrong" };
  await rateLimits.giveBack(signInLimit, ...keys);
  if (user.suspended_at) return { ok: false, error: "suspended" };
  return { ok: true, userId: user.id, email: user.email };
}

/**
 * Signs someone in: a new session, and the end of the one this browser had (so that none can be fixed beforehand).
 * Gives the Set-Cookie value.
 */
export async function startSession(
  context: AppLoadContext,
  request: Request,
  userId: string,
): Promise<string> {
  const { db, sessionCookie, clock } = context.services;
  const before = await sessionCookie.read(request);
  if (before) await deleteSession(db, hashSessionId(before));
  const { id, idHash } = makeSessionId();
  await insertSession(db, { idHash, userId, userAgent: request.headers.get("User-Agent"), now: clock() });
  noteSecurity(context, "signedIn", { userId });
  return sessionCookie.write(id);
}

/** Signs out: the session is dead at once, wherever its cookie was copied to. Gives the Set-Cookie value. */
export async function endSession(context: AppLoadContext, request: Request): Promise<string> {
  const { db, sessionCookie } = context.services;
  const id = await sessionCookie.read(request);
  const userId = id && (await deleteSession(db, hashSessionId(id)));
  if (userId) noteSecurity(context, "signedOut", { userId });
  return sessionCookie.clear();
}
