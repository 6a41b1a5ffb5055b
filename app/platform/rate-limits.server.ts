import { createHash } from "node:crypto";
import type pg from "pg";
import { RateLimiterPostgres, RateLimiterRes } from "rate-limiter-flexible";

/** How many tries are allowed in how many seconds, counted under this name. */
export interface LimitRule {
  name: string;
  tries: number;
  seconds: number;
}

export type Taken = { ok: true } | { ok: false; retryAfterSeconds: number };

export interface RateLimits {
  /** Counts a try of this rule against each key. Refused when any of them has none left. Throws when the database fails. */
  take(rule: LimitRule, ...keys: string[]): Promise<Taken>;
  /** Gives a try back, for one that turned out to be honest. */
  giveBack(rule: LimitRule, ...keys: string[]): Promise<void>;
}

/**
 * Limits kept in PostgreSQL, so that they hold across processes. Keys are hashed: the table holds no e-mails and
 * no addresses. A refused try is not counted: nothing of it is remembered but the tries that were made.
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
  // Only within the window it was taken in: given back later, it would add to the next one's tries.
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
          // Else a rush of honest sign-ins from one address would lock it for the rest of the window.
          await giveBack(rule, keys.slice(0, at + 1));
          return { ok: false, retryAfterSeconds: Math.max(1, Math.ceil(refusal.msBeforeNext / 1000)) };
        }
      }
      return { ok: true };
    },
    giveBack: (rule, ...keys) => giveBack(rule, keys),
  };
}

/** A refusal longer than the rule's window was noted by a clock that was ahead: it is forgotten. */
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

/**
 * Names a client by its address for counting: IPv4 whole, IPv6 by its /64, which is what one customer gets.
 * Takes the address as the socket or a trusted proxy gave it.
 */
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
