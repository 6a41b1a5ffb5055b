import type { AppLoadContext } from "@remix-run/node";
import { problemWith, refuseTooMany } from "~/platform/forms/forms.server";
import { readTextFields } from "~/platform/forms/multipart.server";
import { noteSecurity } from "~/platform/security-events";
import {
  combineResults,
  type LimitCount,
  type LimitRule,
  type RateLimits,
} from "~/platform/try-counter.server";
import { guessingLimits, signInAccountLimit, signInAddressLimit, signInShareLimit } from "./sign-in-limits";

type TryResult =
  /** `giveBack` restores the try after a correct password. */
  { ok: true; giveBack(): Promise<void> } | { ok: false; retryAfterSeconds: number };

interface Guess {
  email: string;
  /** From `addressKey`. */
  address: string;
  /** Set if this browser has signed in to this account before. */
  deviceId?: string;
}

/**
 * Counts a sign-in before the password is checked. A known browser has its own tries, which nobody else can use up;
 * others share those of address, address and account, and account. A refused try is not counted.
 */
export async function countSignInTry(
  rateLimits: RateLimits,
  { email, address, deviceId }: Guess,
): Promise<TryResult> {
  const account = `account:${email.toLowerCase()}`;
  if (deviceId) return countGuess(rateLimits, `device:${deviceId} ${account}`);
  const pair = `${address} ${account}`;
  const personal: LimitCount[] = [...guesses(pair), [signInAddressLimit, address]];
  const shared: LimitCount[] = [
    [signInShareLimit, pair],
    [signInAccountLimit, account],
  ];
  const results = await rateLimits.countEach([...personal, ...shared]);
  const [share, ofAccount] = results.splice(personal.length);
  const refused = combineResults([...results, ...(ofAccount ? [ofAccount] : [])]);
  if (!refused.ok) {
    await rateLimits.giveBack(...personal, ...shared);
    return refused;
  }
  // Beyond an address's share, the account's count is checked but not increased.
  const counted = share?.ok ? [...personal, ...shared] : personal;
  if (!share?.ok) await rateLimits.giveBack(...shared);
  return { ok: true, giveBack: () => rateLimits.giveBack(...counted) };
}

/** Counts a password guess under `key`, with growing delays. */
export async function countGuess(rateLimits: RateLimits, key: string): Promise<TryResult> {
  const counts = guesses(key);
  const taken = await rateLimits.takeAll(counts);
  return taken.ok ? { ok: true, giveBack: () => rateLimits.giveBack(...counts) } : taken;
}

const guesses = (key: string): LimitCount[] => guessingLimits.map((rule) => [rule, key]);

/** Edits per account, in all forms. */
export const editLimit: LimitRule = { name: "edit", tries: 120, seconds: 600 };

const message = "accounts.tooManyEdits";

/** Returns the form's response beyond the limit. */
export async function refuseManyEdits(
  context: AppLoadContext,
  userId: string,
  fields: Record<string, string>,
) {
  const taken = await context.services.rateLimits.take(editLimit, userId);
  return taken.ok ? undefined : refuseTooMany(context, fields, taken.retryAfterSeconds, message);
}

/** Like `refuseManyEdits`, before a form's files are read. Throws BrokenForm. */
export async function refuseManyUploads(context: AppLoadContext, userId: string, request: Request) {
  const taken = await context.services.rateLimits.take(editLimit, userId);
  if (taken.ok) return undefined;
  noteSecurity(context, "tooManyTries", { userId });
  const problem = problemWith(await readTextFields(request), { form: message });
  return { problem, status: 429, headers: { "Retry-After": String(taken.retryAfterSeconds) } };
}
