import type { LimitRule, RateLimits } from "~/platform/rate-limits.server";
import { guessingLimits, signInAccountLimit, signInAddressLimit, signInShareLimit } from "./sign-in-limits";

export type TryResult =
  /** `giveBack` restores the try after a correct password. */
  { ok: true; giveBack(): Promise<void> } | { ok: false; retryAfterSeconds: number };

type Count = readonly [rule: LimitRule, key: string];

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
  const taken = await countEach(rateLimits, [...guesses(pair), [signInAddressLimit, address]]);
  if (!taken.ok) return taken;
  const ofAccount = await countForAccount(rateLimits, { account, pair });
  if (!ofAccount.ok) {
    await taken.giveBack();
    return ofAccount;
  }
  return {
    ok: true,
    giveBack: async () => void (await Promise.all([taken.giveBack(), ofAccount.giveBack()])),
  };
}

/** Counts a password guess under `key`, with growing delays. */
export function countGuess(rateLimits: RateLimits, key: string): Promise<TryResult> {
  return countEach(rateLimits, guesses(key));
}

const guesses = (key: string): Count[] => guessingLimits.map((rule) => [rule, key]);

/** Beyond an address's share, the account's count is checked but not increased. */
async function countForAccount(
  rateLimits: RateLimits,
  { account, pair }: { account: string; pair: string },
): Promise<TryResult> {
  const share = await countEach(rateLimits, [[signInShareLimit, pair]]);
  const taken = await countEach(rateLimits, [[signInAccountLimit, account]]);
  if (share.ok && taken.ok)
    return { ok: true, giveBack: async () => void (await Promise.all([share.giveBack(), taken.giveBack()])) };
  if (share.ok) await share.giveBack();
  if (!taken.ok) return taken;
  await taken.giveBack();
  return { ok: true, giveBack: () => Promise.resolve() };
}

async function countEach(rateLimits: RateLimits, counts: readonly Count[]): Promise<TryResult> {
  const giveBack = async (some: readonly Count[]) => {
    for (const [rule, key] of some) await rateLimits.giveBack(rule, key);
  };
  for (const [at, [rule, key]] of counts.entries()) {
    const taken = await rateLimits.take(rule, key);
    if (taken.ok) continue;
    await giveBack(counts.slice(0, at));
    return taken;
  }
  return { ok: true, giveBack: () => giveBack(counts) };
}
