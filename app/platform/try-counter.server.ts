import { createHash } from "node:crypto";
import type { Db } from "./db.server";
import { countTries, returnTries } from "./try-counter.queries.server";

export interface LimitRule {
  name: string;
  tries: number;
  seconds: number;
}

export type LimitResult = { ok: true } | { ok: false; retryAfterSeconds: number };

export type LimitCount = readonly [rule: LimitRule, key: string];

/** Each method sends one statement; `take` a second one when it refuses. */
export interface RateLimits {
  /** Refuses when any key has no try left, and then counts none. Throws when the database fails. */
  take(rule: LimitRule, ...keys: string[]): Promise<LimitResult>;
  takeAll(counts: readonly LimitCount[]): Promise<LimitResult>;
  /** Results in order. Refused tries are counted too. */
  countEach(counts: readonly LimitCount[]): Promise<LimitResult[]>;
  /** For tries that turned out to be legitimate, or that another limit refused. */
  giveBack(...counts: LimitCount[]): Promise<void>;
}

/** Shared by all processes. Keys are hashed; statements have no names, so that they work through a pooler. */
export function createRateLimits(db: Db): RateLimits {
  const giveBack = async (...counts: LimitCount[]) => {
    if (counts.length > 0) await returnTries(db, [...new Set(counts.map(rowKey))], Date.now());
  };
  const countEach = async (counts: readonly LimitCount[]): Promise<LimitResult[]> => {
    if (counts.length === 0) return [];
    const now = Date.now();
    const tries = new Map(counts.map((count) => [rowKey(count), now + count[0].seconds * 1000]));
    const rows = await countTries(
      db,
      [...tries].map(([key, expire]) => ({ key, expire })),
      now,
    );
    const windows = new Map(rows.map((row) => [row.key, row]));
    return counts.map((count) => {
      const window = windows.get(rowKey(count));
      if (!window) throw new Error("a count without its row");
      if (window.points <= count[0].tries) return { ok: true };
      return { ok: false, retryAfterSeconds: Math.max(1, Math.ceil((window.expire - now) / 1000)) };
    });
  };
  const takeAll = async (counts: readonly LimitCount[]): Promise<LimitResult> => {
    const result = combineResults(await countEach(counts));
    // Otherwise a burst of legitimate sign-ins would block their address for the rest of the window.
    if (!result.ok) await giveBack(...counts);
    return result;
  };
  return {
    take: (rule, ...keys) => takeAll(keys.map((key) => [rule, key] as const)),
    takeAll,
    countEach,
    giveBack,
  };
}

export function combineResults(results: readonly LimitResult[]): LimitResult {
  const waits = results.flatMap((result) => (result.ok ? [] : [result.retryAfterSeconds]));
  return waits.length > 0 ? { ok: false, retryAfterSeconds: Math.max(...waits) } : { ok: true };
}

function rowKey([rule, key]: LimitCount): string {
  return `${rule.name}:${digest(key)}`;
}

function digest(key: string): string {
  return createHash("sha256").update(key).digest("base64url");
}

/** IPv4 whole, IPv6 by its /64, which is what one customer gets. */
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
