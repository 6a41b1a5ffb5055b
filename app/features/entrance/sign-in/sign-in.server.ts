import type { AppLoadContext } from "@remix-run/node";
import { postNewSignIn } from "~/features/base/account-changes/account-mails.server";
import type { LoginForm } from "~/features/base/accounts/account-forms";
import {
  ensureFirstAdmin,
  findCredentials,
  hasAdminRole,
} from "~/features/base/accounts/accounts.queries.server";
import { countSignInTry } from "~/features/base/accounts/try-limits.server";
import { insertAuditEntry } from "~/features/base/audit/audit.queries.server";
import { joinSaved } from "~/features/shop/catalog/save-video.server";
import { decideLocale } from "~/i18n/page-language";
import type { Database, Db } from "~/platform/db.server";
import { AccountErased } from "~/platform/outage.server";
import { hashToken, makeToken } from "~/platform/secrets.server";
import { noteSecurity } from "~/platform/security-events";
import type { Services } from "~/platform/services";
import type { Actor } from "~/platform/session/actor.server";
import type { KnownDevice } from "~/platform/session/cookies.server";
import { beginSession, deleteSession } from "~/platform/session/session.queries.server";
import { addressKey } from "~/platform/try-counter.server";

type PasswordCheck =
  | { ok: true; userId: string; email: string; passwordHash: string; hasSecondFactor: boolean }
  | { ok: false; error: "wrong" }
  /** Returned only after a correct password, so that nobody else learns of the suspension. */
  | { ok: false; error: "suspended" }
  | { ok: false; error: "tooMany"; retryAfterSeconds: number };

interface Sender {
  clientAddress: string;
  device?: KnownDevice | undefined;
}

type Needs = Pick<Services, "db" | "passwords" | "rateLimits">;

/**
 * Takes the same time for unknown e-mails. Tries are counted before the check, so that concurrent requests gain
 * nothing, and restored after a correct password: `restored` resolves then.
 */
export async function checkPassword(
  { db, passwords, rateLimits }: Needs,
  form: LoginForm,
  { clientAddress, device }: Sender,
): Promise<PasswordCheck & { restored?: Promise<void> }> {
  const user = await findCredentials(db, form.email);
  const taken = await countSignInTry(rateLimits, {
    email: form.email,
    address: addressKey(clientAddress),
    deviceId: user && device?.userIds.includes(user.id) ? device.id : undefined,
  });
  if (!taken.ok) return { ok: false, error: "tooMany", retryAfterSeconds: taken.retryAfterSeconds };
  const right = await passwords.verify(user?.password_hash, form.password);
  if (!right || !user?.password_hash) return { ok: false, error: "wrong" };
  const restored = taken.giveBack();
  // It is awaited beside the session, which may fail before.
  restored.catch(() => undefined);
  if (user.suspended_at) return { ok: false, error: "suspended", restored };
  return {
    ok: true,
    restored,
    userId: user.id,
    email: user.email,
    passwordHash: user.password_hash,
    hasSecondFactor: Boolean(user.has_second_factor),
  };
}

interface SessionOptions {
  /** A new account's owner needs no mail about a new browser. */
  isNew?: boolean | undefined;
  /** The account already has the language of its mails. */
  hasLanguage?: boolean;
}

/**
 * Starts a session for a person authenticated without a password, and ends the browser's previous one (session
 * fixation). Mails the owner about a new browser. Returns Set-Cookie values; throws AccountErased.
 */
export async function startSession(
  context: AppLoadContext,
  request: Request,
  userId: string,
  { isNew, hasLanguage }: SessionOptions = {},
): Promise<string[]> {
  const cookies = await begin(context, request, { userId }, { isNew, hasLanguage });
  if (!cookies) throw new AccountErased("no session without an account");
  return cookies;
}

/** As `startSession`, after a password. Returns undefined if it was changed meanwhile. */
export async function startPasswordSession(
  context: AppLoadContext,
  request: Request,
  { userId, passwordHash, restored }: { userId: string; passwordHash: string; restored?: Promise<void> },
): Promise<string[] | undefined> {
  const [cookies] = await Promise.all([begin(context, request, { userId, passwordHash }), restored]);
  return cookies;
}

async function begin(
  context: AppLoadContext,
  request: Request,
  account: { userId: string; passwordHash?: string },
  { isNew = false, hasLanguage = false }: SessionOptions = {},
): Promise<string[] | undefined> {
  const { db, sessionCookie, deviceCookie, clock } = context.services;
  const [before, device] = await Promise.all([sessionCookie.read(request), deviceCookie.read(request)]);
  const { token: id, tokenHash: idHash } = makeToken();
  const userAgent = request.headers.get("User-Agent");
  const now = clock();
  const isReported = !isNew && isNewBrowser(device, account.userId);
  const options = {
    ends: before && hashToken(before),
    locale: hasLanguage ? undefined : decideLocale(new URL(request.url)),
  };
  const beginIn = (db: Db) => beginSession(db, { ...account, idHash, userAgent, now }, options);
  // No session without its mail.
  const hasBegun = isReported
    ? await db.transaction().execute(async (trx) => {
        if (!(await beginIn(trx))) return false;
        await postNewSignIn(trx, { userId: account.userId, sessionIdHash: idHash, userAgent }, now);
        return true;
      })
    : await beginIn(db);
  if (!hasBegun) return undefined;
  noteSecurity(context, "signedIn", { userId: account.userId });
  return [
    ...(await Promise.all([
      sessionCookie.write(id, account.userId),
      deviceCookie.remember(request, account.userId),
    ])),
    ...(await joinSaved(context, request, account.userId)),
  ];
}

/** Also on the server, so that copies of the cookie stop working. Returns the Set-Cookie value. */
export async function endSession(context: AppLoadContext, request: Request): Promise<string> {
  const { db, sessionCookie, clock } = context.services;
  const id = await sessionCookie.read(request);
  const userId = id && (await deleteSession(db, hashToken(id), clock()));
  if (userId) noteSecurity(context, "signedOut", { userId });
  return sessionCookie.clear();
}

/** `device`: what the browser remembers; undefined if it has never signed in here or has forgotten it. */
export function isNewBrowser(device: Pick<KnownDevice, "userIds"> | undefined, userId: string): boolean {
  return device === undefined || !device.userIds.includes(userId);
}

/** The first person gets the role, others must have it (product.md, Admin sign-in). */
export async function admitAdmin(
  { db, env }: Pick<Services, "db" | "env">,
  person: Actor,
): Promise<"first" | "admin" | "denied"> {
  if (mayClaimFirstAdmin(person.email, env.FIRST_ADMIN_EMAIL) && (await grantFirstAdmin(db, person))) {
    return "first";
  }
  return (await hasAdminRole(db, person.userId)) ? "admin" : "denied";
}

/** Returns false if there is an administrator. */
async function grantFirstAdmin(db: Database, person: Actor): Promise<boolean> {
  return db.transaction().execute(async (trx) => {
    if (!(await ensureFirstAdmin(trx, person.userId))) return false;
    await insertAuditEntry(trx, person, {
      action: "firstAdminMade",
      target: { kind: "account", id: person.userId, label: person.email },
      before: { role: null },
      after: { role: "admin" },
    });
    return true;
  });
}

/** Anyone, or only the configured e-mail, while nobody has the role (`ensure_first_admin`). */
export function mayClaimFirstAdmin(email: string, firstAdminEmail: string | undefined): boolean {
  return firstAdminEmail === undefined || email.toLowerCase() === firstAdminEmail.toLowerCase();
}
