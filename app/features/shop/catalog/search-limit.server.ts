import { isOutage } from "~/platform/outage.server";
import { addressKey, type LimitResult, type LimitRule, type RateLimits } from "~/platform/try-counter.server";

/** Searches of one account. Typing sends one after each pause. */
export const searchLimit: LimitRule = { name: "search", tries: 120, seconds: 60 };

/** Searches from one address without an account: a school or a mobile network may share it. */
export const searchAddressLimit: LimitRule = { name: "search-address", tries: 240, seconds: 60 };

/**
 * Counts one search, by account or else by address. Counts nothing without both, as for a page that is made for
 * everyone, and while the database that counts is unavailable: a replica may still answer.
 */
export async function countSearch(
  rateLimits: RateLimits,
  { userId, clientAddress }: { userId?: string | undefined; clientAddress: string },
): Promise<LimitResult> {
  if (!userId && !clientAddress) return { ok: true };
  try {
    return await (userId
      ? rateLimits.take(searchLimit, userId)
      : rateLimits.take(searchAddressLimit, addressKey(clientAddress)));
  } catch (error) {
    if (isOutage(error)) return { ok: true };
    throw error;
  }
}
