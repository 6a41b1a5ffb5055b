import type { LimitRule, RateLimits } from "~/platform/rate-limits.server";
import { guessingLimits, signInAccountLimit, signInAddressLimit, signInShareLimit } from "./sign-in-limits";

export type Tried =
  /** `giveBack` makes the try not count: the password was right. */
  { ok: true; giveBack(): Promise<void> } | { ok: false; retryAfterSeconds: number };

type Count = readonly [rule: LimitRule, key: string];

interface Guess {
  /** As typed, in any case. */
  email: string;
  /** The client's address as `addressKey` names it. */
  address: string;
  /** The id of the browser, where it signed in to this very account before. */
  deviceId?: string;
}

/**
 * Counts a try to sign in before the password is checked. A browser that signed in to the account before has tries of
 * its own, which nobody else can use up. All others share those of their address, those of their address for this
 * account, and those of the account. A refused try is not counted.
 */
export async function takeSignInTry(
  rateLimits: RateLimits,
  { email, address, deviceId }: Guess,
): Promise<Tried> {
  const account = `account:${email.toLowerCase()}`;
  if (deviceId) return takeGuess(rateLimits, `device:${deviceId} ${account}`);
  const pair = `${address} ${account}`;
  const taken = await takeEach(rateLimits, [...guesses(pair), [signInAddressLimit, address]]);
  if (!taken.ok) return taken;
  const ofAccount = await takeOfAccount(rateLimits, { account, pair });
  if (!ofAccount.ok) {
    await taken.giveBack();
    return ofAccount;
  }
  return {
    ok: true,
    giveBack: async () => void (await Promise.all([taken.giveBack(), ofAccount.giveBack()])),
  };
}

/** Counts a guess under a key of its own, with the growing pause. */
export function takeGuess(rateLimits: RateLimits, key: string): Promise<Tried> {
  return takeEach(rateLimits, guesses(key));
}

const guesses = (key: string): Count[] => guessingLimits.map((rule) => [rule, key]);

/** Beyond an address's share the account's count is only looked at. */
async function takeOfAccount(
  rateLimits: RateLimits,
  { account, pair }: { account: string; pair: string },
): Promise<Tried> {
  const share = await takeEach(rateLimits, [[signInShareLimit, pair]]);
  const taken = await takeEach(rateLimits, [[signInAccountLimit, account]]);
  if (share.ok && taken.ok)
    return { ok: true, giveBack: async () => void (await Promise.all([share.giveBack(), taken.giveBack()])) };
  if (share.ok) await share.giveBack();
  if (!taken.ok) return taken;
  await taken.giveBack();
  return { ok: true, giveBack: () => Promise.resolve() };
}

async function takeEach(rateLimits: RateLimits, counts: readonly Count[]): Promise<Tried> {
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
