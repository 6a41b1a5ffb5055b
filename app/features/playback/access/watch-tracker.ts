/** Parts of a video in seconds, each from its first second to the one after its last; in order, without overlaps. */
export type Ranges = readonly (readonly [from: number, to: number])[];

/** Adds a part to others. Parts that touch become one. */
export function addRange(ranges: Ranges, [from, to]: readonly [from: number, to: number]): Ranges {
  if (to <= from) return ranges;
  const apart = ranges.filter(([start, end]) => end < from || start > to);
  const joined = ranges.filter((range) => !apart.includes(range));
  const first = Math.min(from, ...joined.map(([start]) => start));
  const last = Math.max(to, ...joined.map(([, end]) => end));
  return [...apart, [first, last] as const].sort(([a], [b]) => a - b);
}

/** Returns how many seconds the parts are together. */
export function countSeconds(ranges: Ranges): number {
  return ranges.reduce((sum, [from, to]) => sum + to - from, 0);
}

/** Parses a multirange of PostgreSQL, such as `{[0,12),[40,52)}`. */
export function parseRanges(stored: string): Ranges {
  return [...stored.matchAll(/\[(\d+),(\d+)\)/g)].map(([, from, to]) => [Number(from), Number(to)] as const);
}

/** The share of a video that must have been watched for it to count as completed. SQL compares with it as well. */
export const completedShare = 0.95;

/**
 * Returns whether enough of a video was watched for it to count as completed. `duration`: in seconds; NaN, Infinity or
 * null if unknown.
 */
export function isCompleted(ranges: Ranges, duration: number | null): boolean {
  return (
    duration !== null &&
    duration > 0 &&
    Number.isFinite(duration) &&
    countSeconds(ranges) >= duration * completedShare
  );
}

/** Maximum position, in seconds: a week. */
export const longestSeconds = 604_800;

/**
 * A video left with at most this many seconds to go, or a short one with at most a twentieth, resumes at its start.
 * When a video counts as completed is another rule: `watch-tracker.ts`.
 */
const creditsSeconds = 30;

/**
 * Returns the position to store, in whole seconds: 0 at the start and near the end. `duration`: NaN or Infinity if
 * unknown.
 */
export function decideResumePosition(currentTime: number, duration: number): number {
  const left = duration - currentTime;
  if (Number.isFinite(left) && left <= Math.min(creditsSeconds, duration / 20)) return 0;
  return Math.min(Math.floor(currentTime), longestSeconds);
}

/** Playback that moves on by more seconds than this between two looks was not watched, in seconds of the video. */
const longestStep = 3;

/** After so many parts that could not be sent, the oldest are dropped. */
const maxUnsent = 20;

export interface WatchTracker {
  /** Notes where a player is while it plays. */
  advance(seconds: number): void;
  /** Notes that a player jumps: what comes next was not watched from here. */
  interrupt(): void;
  /** Returns the parts in whole seconds that were watched and not sent, up to now. */
  listUnsent(): Ranges;
  noteSent(part: readonly [from: number, to: number]): void;
  /** All parts that were watched, of before and of now. */
  readonly ranges: Ranges;
}

/** Keeps which parts of a video are watched. `before`: the parts that were watched earlier. */
export function createWatchTracker(before: Ranges): WatchTracker {
  let ranges = before;
  let unsent: Ranges = [];
  let open: { from: number; to: number } | undefined;

  function close(): void {
    if (!open) return;
    const part = [Math.floor(open.from), Math.floor(open.to)] as const;
    ranges = addRange(ranges, part);
    unsent = addRange(unsent, part).slice(-maxUnsent);
    open = { from: part[1], to: open.to };
  }

  return {
    advance(seconds) {
      const step = open && seconds - open.to;
      if (open && step !== undefined && step >= 0 && step <= longestStep) {
        open.to = seconds;
        return;
      }
      close();
      open = { from: seconds, to: seconds };
    },
    interrupt() {
      close();
      open = undefined;
    },
    listUnsent() {
      close();
      return unsent;
    },
    noteSent([from, to]) {
      unsent = unsent.filter((part) => part[0] !== from || part[1] !== to);
    },
    get ranges() {
      close();
      return ranges;
    },
  };
}
