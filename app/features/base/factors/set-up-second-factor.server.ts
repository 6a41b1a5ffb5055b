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
  deleteSecondFactor,
  findSecondFactor,
  insertRecoveryCodes,
  storePendingSecret,
} from "./second-factor.queries.server";
import {
  formatRecoveryCode,
  newCodesSeconds,
  readSecondFactorCode,
  recoveryCodeCount,
  setUpMinutes,
} from "./second-factor-rules";

/** RFC 6238, as every authenticator app supports it. */
const settings = { algorithm: "SHA1", digits: 6, period: 30 } as const;

/** 160 bits in base32 (RFC 4226, section 4). */
function makeTotpSecret(): string {
  return new Secret({ size: 20 }).base32;
}

export function totpAddress(secret: string, email: string): string {
  return new TOTP({ ...settings, issuer: "Sabiá", label: email, secret }).toString();
}

/** Clock drift in time steps: a code is valid for up to a minute and a half. */
const driftSteps = 1;

/** Undefined for a wrong code. `takeStepOnce` prevents replays. */
export function findTotpStep(secret: string, code: string, now: Date): number | undefined {
  const timestamp = now.getTime();
  const totp = new TOTP({ ...settings, secret });
  const delta = totp.validate({ token: code, timestamp, window: driftSteps });
  return delta === null ? undefined : totp.counter({ timestamp }) + delta;
}

export const secretPurpose = "second factor";
export const codePurpose = "recovery code";

export function isSetUpOpen(
  factor: { confirmed_at: Date | null; created_at: Date } | undefined,
  now: Date,
): boolean {
  if (!factor || factor.confirmed_at !== null) return false;
  return now.getTime() - factor.created_at.getTime() < setUpMinutes * 60_000;
}

/** Required at sign-in from its first code on. Returns false if a second factor is on. */
export async function beginSecondFactor(
  { db, clock, secretBox }: Pick<Services, "db" | "clock" | "secretBox">,
  userId: string,
): Promise<boolean> {
  const secret = secretBox.seal(makeTotpSecret(), secretPurpose);
  return storePendingSecret(db, { userId, secret, now: clock() });
}

export type Confirmation =
  | { ok: true; codes: string[] }
  | { ok: false; error: "notBegun" | "wrong" }
  | { ok: false; error: "tooMany"; retryAfterSeconds: number };

/** Requires a code within ten minutes; makes the recovery codes. */
export async function confirmSetUp(
  { db, clock, secretBox, rateLimits }: Pick<Services, "db" | "clock" | "secretBox" | "rateLimits">,
  userId: string,
  typed: string,
): Promise<Confirmation> {
  const factor = await findSecondFactor(db, userId);
  if (!factor || !isSetUpOpen(factor, clock())) return { ok: false, error: "notBegun" };
  const taken = await countGuess(rateLimits, `second-factor:${userId}`);
  if (!taken.ok) return { ok: false, error: "tooMany", retryAfterSeconds: taken.retryAfterSeconds };
  const read = readSecondFactorCode(typed);
  const now = clock();
  const step =
    read?.kind === "totp"
      ? findTotpStep(secretBox.open(factor.secret, secretPurpose), read.code, now)
      : undefined;
  if (step === undefined) return { ok: false, error: "wrong" };
  await taken.giveBack();
  const codes = Array.from({ length: recoveryCodeCount }, () => formatRecoveryCode(randomBytes(16)));
  const digests = codes.map((code) => secretBox.digest(code.replaceAll("-", ""), codePurpose));
  return db.transaction().execute(async (trx) => {
    if (!(await confirmSecondFactor(trx, { userId, secret: factor.secret, step, now })))
      return { ok: false, error: "notBegun" } as const;
    await insertRecoveryCodes(trx, { userId, digests });
    const change = await insertFactorChange(trx, { userId, kind: "secondFactor", now });
    const key = `secondFactorOn:${change}`;
    await postOwnerMail(trx, { kind: "secondFactorOn", key, userId, undoes: change, now });
    return { ok: true, codes } as const;
  });
}

/** Mails the owner. Returns false if none was on. */
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

/** A cookie that shows new recovery codes for ten minutes. Encrypted: the server stores only their digests. */
export function storeNewCodes({ env, secretBox }: Needs, userId: string, codes: readonly string[]) {
  const value = secretBox.seal(codes.join(" "), `${purpose} ${userId}`).toString("base64url");
  return cookieOf(env.APP_URL).serialize(value);
}

/** Undefined without codes of this person. */
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
