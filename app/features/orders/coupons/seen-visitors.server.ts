import { createHash, randomBytes } from "node:crypto";
import type { VisitSource } from "./visit-source";

/** Data kept in memory about a visitor of one video. */
export interface Seen {
  /** The last link by which they came. */
  source: VisitSource;
  /** Hours since 1970 in which they last opened the page and played the preview. */
  viewedIn?: number;
  playedIn?: number;
}

/** Visitors and videos remembered for each day; about 100 bytes each. The oldest are forgotten first. */
const maxSeen = 100_000;

interface Generation {
  day: string;
  salt: Buffer;
  seen: Map<string, Seen>;
}

export interface SeenVisitors {
  /** `visitor`: their address and browser */
  find(visitor: string, videoId: string, day: string): Seen | undefined;
  keep(visitor: string, videoId: string, day: string, seen: Seen): void;
  /** Forgets visitors from before yesterday. */
  forget(day: string, yesterday: string): void;
  readonly size: number;
}

/**
 * Recognises a visitor of a video for at most two days, by a hash with a salt of the day. Salts and hashes are in this
 * process' memory alone: nobody can compute them again once they are forgotten.
 */
export function createSeenVisitors(): SeenVisitors {
  let today: Generation | undefined;
  let before: Generation | undefined;

  function turnTo(day: string): Generation {
    if (today?.day === day) return today;
    before = today;
    today = { day, salt: randomBytes(32), seen: new Map() };
    return today;
  }

  return {
    find(visitor, videoId, day) {
      const now = turnTo(day);
      const found = now.seen.get(hash(now, visitor, videoId));
      return found ?? before?.seen.get(hash(before, visitor, videoId));
    },
    keep(visitor, videoId, day, seen) {
      const now = turnTo(day);
      now.seen.set(hash(now, visitor, videoId), seen);
      if (now.seen.size <= maxSeen) return;
      for (const oldest of now.seen.keys()) {
        now.seen.delete(oldest);
        break;
      }
    },
    forget(day, yesterday) {
      if (today && today.day !== day) {
        before = today;
        today = undefined;
      }
      if (before && before.day !== yesterday) before = undefined;
    },
    get size() {
      return (today?.seen.size ?? 0) + (before?.seen.size ?? 0);
    },
  };
}

function hash({ salt }: Generation, visitor: string, videoId: string): string {
  return createHash("sha256").update(salt).update(`${videoId}\n${visitor}`).digest("base64").slice(0, 16);
}
