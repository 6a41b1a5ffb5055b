import { randomBytes } from "node:crypto";
import { createCookie } from "@remix-run/node";
import { Secret, TOTP } from "otpauth";
import {
  endFactorChanges,
  insertFactorChange,
} from "~/features/base/account-changes/account-changes.queries.server";
import { postOwnerMail } from "~/features/base/account-changes/account-mails.server";
import { countGuess } from "~/features/base/accounts/try-limits.server";
import type { Services } from "~/platform/services";
import {
  confirmSecondFactor,
  countRecoveryCodes,
  deleteSecondFactor,
  findSecondFactor,
  insertRecoveryCodes,
  spendRecoveryCode,
  storePendingSecret,
  takeStepOnce,
} from "./second-factor.queries.server";
import {
  formatRecoveryCode,
  newCodesSeconds,
  readSecondFactorCode,
  recoveryCodeCount,
  setUpMinutes,
} from "./second-factor-rules";

/** RFC 6238 with the values that every authenticator app supports: SHA-1, 6 digits, 30 seconds. */
const settings = { algorithm: "SHA1", digits: 6, period: 30 } as const;

/** Returns a new secret of 160 bits in base32 (RFC 4226, section 4). */
function makeTotpSecret(): string {
  return new Secret({ size: 20 }).base32;
}

/** Returns the address that an authenticator app reads from a QR code. */
export function totpAddress(secret: string, email: string): string {
  return new TOTP({ ...settings, issuer: "Sabiá", label: email, secret }).toString();
}

/** How many time steps a clock may be ahead or behind: one, so a code is accepted for up to a minute and a half. */
const driftSteps = 1;

/**
 * Returns the time step that a code belongs to, within the allowed drift. Returns undefined for a wrong code. That no
 * code is accepted twice is decided by `takeStepOnce` (`second-factor.queries.server.ts`).
 */
function findTotpStep(secret: string, code: string, now: Date): number | undefined {
  const timestamp = now.getTime();
  const totp = new TOTP({ ...settings, secret });
  const delta = totp.validate({ token: code, timestamp, window: driftSteps });
  return delta === null ? undefined : totp.counter({ timestamp }) + delta;
}

/** For the secret box. */
export const secretPurpose = "second factor";
const codePurpose = "recovery code";

/** Returns whether the set-up of a second factor is under way. */
export function isSetUpOpen(
  found: { confirmed_at: Date | null; created_at: Date } | undefined,
  now: Date,
): boolean {
  if (!found || found.confirmed_at !== null) return false;
  return now.getTime() - found.created_at.getTime() < setUpMinutes * 60_000;
}

/** Stores a new secret, required at sign-in from its first code on. Returns false when a second factor is on. */
export async function beginSecondFactor(
  { db, clock, secretBox }: Pick<Services, "db" | "clock" | "secretBox">,
  userId: string,
): Promise<boolean> {
  const secret = secretBox.seal(makeTotpSecret(), secretPurpose);
  return storePendingSecret(db, { userId, secret, now: clock() });
}

export type Confirmation =
  /** The recovery codes, which are shown once. */
  | { ok: true; codes: string[] }
  | { ok: false; error: "notBegun" | "wrong" }
  | { ok: false; error: "tooMany"; retryAfterSeconds: number };

/**
 * Turns the second factor on, given a code of the authenticator app within ten minutes, and makes the recovery codes.
 */
export async function confirmSetUp(
  { db, clock, secretBox, rateLimits }: Pick<Services, "db" | "clock" | "secretBox" | "rateLimits">,
  userId: string,
  typed: string,
): Promise<Confirmation> {
  const found = await findSecondFactor(db, userId);
  if (!found || !isSetUpOpen(found, clock())) return { ok: false, error: "notBegun" };
  const taken = await countGuess(rateLimits, `second-factor:${userId}`);
  if (!taken.ok) return { ok: false, error: "tooMany", retryAfterSeconds: taken.retryAfterSeconds };
  const read = readSecondFactorCode(typed);
  const now = clock();
  const step =
    read?.kind === "totp"
      ? findTotpStep(secretBox.open(found.secret, secretPurpose), read.code, now)
      : undefined;
  if (step === undefined) return { ok: false, error: "wrong" };
  await taken.giveBack();
  const codes = Array.from({ length: recoveryCodeCount }, () => formatRecoveryCode(randomBytes(16)));
  const digests = codes.map((code) => secretBox.digest(code.replaceAll("-", ""), codePurpose));
  return db.transaction().execute(async (trx) => {
    if (!(await confirmSecondFactor(trx, { userId, secret: found.secret, step, now })))
      return { ok: false, error: "notBegun" } as const;
    await insertRecoveryCodes(trx, { userId, digests });
    const change = await insertFactorChange(trx, { userId, kind: "secondFactor", now });
    const key = `secondFactorOn:${change}`;
    await postOwnerMail(trx, { kind: "secondFactorOn", key, userId, undoes: change, now });
    return { ok: true, codes } as const;
  });
}

/** Turns the second factor off, and tells its owner by mail. Returns false when none was on. */
export async function removeSecondFactor(
  { db, clock }: Pick<Services, "db" | "clock">,
  userId: string,
): Promise<boolean> {
  return db.transaction().execute(async (trx) => {
    if (!(await deleteSecondFactor(trx, userId))) return false;
    const now = clock();
    await endFactorChanges(trx, { userId, passkeyIds: [], secondFactor: true, now });
    const key = `secondFactorOff:${userId}:${now.getTime()}`;
    await postOwnerMail(trx, { kind: "secondFactorOff", key, userId, now });
    return true;
  });
}

type SecondFactorCheck =
  | { ok: true; by: "totp" | "recovery" }
  | { ok: false; error: "wrong" }
  | { ok: false; error: "tooMany"; retryAfterSeconds: number };

/**
 * Checks a code of the authenticator app or a recovery code, and uses it up. Wrong codes count for the account, with
 * growing delays. A used recovery code is reported to its owner by mail.
 */
export async function checkSecondFactor(
  { db, clock, secretBox, rateLimits }: Pick<Services, "db" | "clock" | "secretBox" | "rateLimits">,
  userId: string,
  typed: string,
): Promise<SecondFactorCheck> {
  const taken = await countGuess(rateLimits, `second-factor:${userId}`);
  if (!taken.ok) return { ok: false, error: "tooMany", retryAfterSeconds: taken.retryAfterSeconds };
  const read = readSecondFactorCode(typed);
  const found = await findSecondFactor(db, userId);
  if (!read || !found || found.confirmed_at === null) return { ok: false, error: "wrong" };
  const { kind, code } = read;
  if (kind === "totp") {
    const step = findTotpStep(secretBox.open(found.secret, secretPurpose), code, clock());
    if (step === undefined || !(await takeStepOnce(db, { userId, step })))
      return { ok: false, error: "wrong" };
  } else {
    const digests = secretBox.digests(code, codePurpose);
    const used = await db.transaction().execute(async (trx) => {
      if (!(await spendRecoveryCode(trx, { userId, digests }))) return false;
      const left = await countRecoveryCodes(trx, userId);
      const now = clock();
      const key = `recoveryCodeUsed:${userId}:${now.getTime()}:${left}`;
      await postOwnerMail(trx, { kind: "recoveryCodeUsed", key, userId, facts: { left }, now });
      return true;
    });
    if (!used) return { ok: false, error: "wrong" };
  }
  await taken.giveBack();
  return { ok: true, by: kind };
}

const purpose = "shown recovery codes";

type Needs = Pick<Services, "env" | "secretBox">;

function cookieOf(appUrl: string) {
  const secure = appUrl.startsWith("https:");
  return createCookie(secure ? "__Host-sabia-codes" : "sabia-codes", {
    httpOnly: true,
    sameSite: "strict",
    path: "/",
    secure,
    maxAge: newCodesSeconds,
  });
}

/**
 * Returns the Set-Cookie value that lets this browser show new recovery codes to their owner for ten minutes. It is
 * encrypted: the server stores their digests alone.
 */
export function storeNewCodes({ env, secretBox }: Needs, userId: string, codes: readonly string[]) {
  const value = secretBox.seal(codes.join(" "), `${purpose} ${userId}`).toString("base64url");
  return cookieOf(env.APP_URL).serialize(value);
}

/** Returns the codes to show to this person; undefined without any. */
export async function readNewCodes(
  { env, secretBox }: Needs,
  request: Request,
  userId: string,
): Promise<string[] | undefined> {
  const value: unknown = await cookieOf(env.APP_URL)
    .parse(request.headers.get("Cookie"))
    .catch(() => null);
  if (typeof value !== "string") return undefined;
  try {
    return secretBox.open(Buffer.from(value, "base64url"), `${purpose} ${userId}`).split(" ");
  } catch {
    // Another person's, or an altered one.
    return undefined;
  }
}

export function forgetShownCodes({ env }: Pick<Services, "env">): Promise<string> {
  return cookieOf(env.APP_URL).serialize("", { maxAge: 0 });
}
