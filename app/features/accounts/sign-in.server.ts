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
  | { ok: true; userId: string; email: string; passwordHash: string }
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
  if (!right || !user?.password_hash) return { ok: false, error: "wrong" };
  await rateLimits.giveBack(signInLimit, ...keys);
  if (user.suspended_at) return { ok: false, error: "suspended" };
  return { ok: true, userId: user.id, email: user.email, passwordHash: user.password_hash };
}

/**
 * Signs someone in who was proven otherwise than by a password: a new session, and the end of the one this browser had
 * (so that none can be fixed beforehand). Gives the Set-Cookie value. Throws when there is no such account.
 */
export async function startSession(
  context: AppLoadContext,
  request: Request,
  userId: string,
): Promise<string> {
  const cookie = await begin(context, request, { userId });
  if (!cookie) throw new Error("no session without an account");
  return cookie;
}

/** As `startSession`, after a password was right. Gives undefined when it was changed in the meantime. */
export async function startPasswordSession(
  context: AppLoadContext,
  request: Request,
  { userId, passwordHash }: { userId: string; passwordHash: string },
): Promise<string | undefined> {
  return begin(context, request, { userId, passwordHash });
}

async function begin(
  context: AppLoadContext,
  request: Request,
  who: { userId: string; passwordHash?: string },
): Promise<string | undefined> {
  const { db, sessionCookie, clock } = context.services;
  const before = await sessionCookie.read(request);
  const { id, idHash } = makeSessionId();
  const userAgent = request.headers.get("User-Agent");
  if (!(await insertSession(db, { ...who, idHash, userAgent, now: clock() }))) return undefined;
  if (before) await deleteSession(db, hashSessionId(before));
  noteSecurity(context, "signedIn", { userId: who.userId });
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
