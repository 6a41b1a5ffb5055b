import { combineResults, type LimitCount, type RateLimits } from "~/platform/try-counter.server";
import { guessingLimits, signInAccountLimit, signInAddressLimit, signInShareLimit } from "./sign-in-limits";

export type TryResult =
  /** `giveBack` restores the try after a correct password. */
  { ok: true; giveBack(): Promise<void> } | { ok: false; retryAfterSeconds: number };

interface Guess {
  email: string;
  /** From `addressKey`. */
  address: string;
  /** Set when this browser has signed in to this account before. */
  deviceId?: string;
}

/**
 * Counts a sign-in try before the password is checked. A browser that has signed in to the account before has its own
 * tries, which nobody else can use up. Others share those of their address, of their address for this account, and of
 * the account. A refused try is not counted.
 */
export async function countSignInTry(
  rateLimits: RateLimits,
  { email, address, deviceId }: Guess,
): Promise<TryResult> {
  const account = `account:${email.toLowerCase()}`;
  if (deviceId) return countGuess(rateLimits, `device:${deviceId} ${account}`);
  const pair = `${address} ${account}`;
  const own: LimitCount[] = [...guesses(pair), [signInAddressLimit, address]];
  const shared: LimitCount[] = [
    [signInShareLimit, pair],
    [signInAccountLimit, account],
  ];
  const results = await rateLimits.countEach([...own, ...shared]);
  const [share, ofAccount] = results.splice(own.length);
  const refused = combineResults([...results, ...(ofAccount ? [ofAccount] : [])]);
  if (!refused.ok) {
    await rateLimits.giveBack(...own, ...shared);
    return refused;
  }
  // Beyond an address's share, the account's count is checked but not increased.
  const counted = share?.ok ? [...own, ...shared] : own;
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
