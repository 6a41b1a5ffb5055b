import { createHash } from "node:crypto";
import type pg from "pg";
import { RateLimiterPostgres, RateLimiterRes } from "rate-limiter-flexible";

export interface LimitRule {
  name: string;
  tries: number;
  seconds: number;
}

export type LimitResult = { ok: true } | { ok: false; retryAfterSeconds: number };

export interface RateLimits {
  /** Counts one try for each key. Refuses when any key has none left. Throws when the database fails. */
  take(rule: LimitRule, ...keys: string[]): Promise<LimitResult>;
  /** Returns a try that turned out to be legitimate. */
  giveBack(rule: LimitRule, ...keys: string[]): Promise<void>;
}

/**
 * Rate limits stored in PostgreSQL, shared by all processes. Keys are hashed: the table holds no e-mails and no
 * addresses. Refused tries are not counted.
 */
export function createRateLimits(pool: pg.Pool): RateLimits {
  const limiters = new Map<string, RateLimiterPostgres>();
  const limiterOf = (rule: LimitRule) => {
    const known = limiters.get(rule.name);
    if (known) return known;
    const limiter = new RateLimiterPostgres({
      storeClient: pool,
      storeType: "pool",
      tableName: "rate_limits",
      tableCreated: true,
      keyPrefix: rule.name,
      points: rule.tries,
      duration: rule.seconds,
    });
    limiters.set(rule.name, limiter);
    return limiter;
  };
  // Only within the same window: later, it would increase the tries of the next one.
  const giveBack = async (rule: LimitRule, keys: string[]) => {
    for (const key of keys) {
      await pool.query(
        "UPDATE rate_limits SET points = GREATEST(points - 1, 0) WHERE key = $1 AND expire > $2",
        [limiterOf(rule).getKey(digest(key)), Date.now()],
      );
    }
  };
  return {
    async take(rule, ...keys) {
      const limiter = limiterOf(rule);
      for (const [at, key] of keys.entries()) {
        try {
          await consume(limiter, rule, digest(key));
        } catch (refusal) {
          if (!(refusal instanceof RateLimiterRes)) throw refusal;
          // Otherwise a burst of legitimate sign-ins would block their address for the rest of the window.
          await giveBack(rule, keys.slice(0, at + 1));
          return { ok: false, retryAfterSeconds: Math.max(1, Math.ceil(refusal.msBeforeNext / 1000)) };
        }
      }
      return { ok: true };
    },
    giveBack: (rule, ...keys) => giveBack(rule, keys),
  };
}

/** Ignores a block longer than the rule's window: a clock that was ahead wrote it. */
async function consume(limiter: RateLimiterPostgres, rule: LimitRule, key: string): Promise<void> {
  try {
    await limiter.consume(key);
  } catch (refusal) {
    const noted = refusal instanceof RateLimiterRes && refusal.msBeforeNext > (rule.seconds + 1) * 1000;
    if (!noted) throw refusal;
    await limiter.delete(key);
    await limiter.consume(key);
  }
}

function digest(key: string): string {
  return createHash("sha256").update(key).digest("base64url");
}

/** Returns the rate-limit key of an address: IPv4 whole, IPv6 by its /64, which is what one customer gets. */
export function addressKey(address: string): string {
  const plain = address.replace(/^::ffff:/i, "");
  if (!plain.includes(":")) return `ip:${plain}`;
  const [head = "", tail = ""] = plain.toLowerCase().split("::");
  const first = head === "" ? [] : head.split(":");
  const last = tail === "" ? [] : tail.split(":");
  const groups = plain.includes("::")
    ? [...first, ...Array<string>(Math.max(0, 8 - first.length - last.length)).fill("0"), ...last]
    : first;
  return `ip6:${groups
    .slice(0, 4)
    .map((group) => group.replace(/^0+(?=.)/, ""))
    .join(":")}`;
}
