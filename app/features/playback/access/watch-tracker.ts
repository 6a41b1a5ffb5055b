/** Parts of a video in seconds, each from its first second to the one after its last; in order, without overlaps. */
export type Ranges = readonly (readonly [from: number, to: number])[];

/** Parts that touch become one. */
export function addRange(ranges: Ranges, [from, to]: readonly [from: number, to: number]): Ranges {
  if (to <= from) return ranges;
  const apart = ranges.filter(([start, end]) => end < from || start > to);
  const joined = ranges.filter((range) => !apart.includes(range));
  const first = Math.min(from, ...joined.map(([start]) => start));
  const last = Math.max(to, ...joined.map(([, end]) => end));
  return [...apart, [first, last] as const].sort(([a], [b]) => a - b);
}

export function countSeconds(ranges: Ranges): number {
  return ranges.reduce((sum, [from, to]) => sum + to - from, 0);
}

/** Parses a PostgreSQL multirange, such as `{[0,12),[40,52)}`. */
export function parseRanges(stored: string): Ranges {
  return [...stored.matchAll(/\[(\d+),(\d+)\)/g)].map(([, from, to]) => [Number(from), Number(to)] as const);
}

/** Share watched for a video to count as completed; also used in SQL. */
export const completedShare = 0.95;

/** `duration`: in seconds; NaN, Infinity or null if unknown. */
export function isCompleted(ranges: Ranges, duration: number | null): boolean {
  return (
    duration !== null &&
    duration > 0 &&
    Number.isFinite(duration) &&
    countSeconds(ranges) >= duration * completedShare
  );
}

export const longestSeconds = 604_800;

/** A video left with at most this many seconds to go, or a short one with a twentieth, resumes at its start. */
const creditsSeconds = 30;

/** Whole seconds: 0 at the start and near the end. `duration`: NaN or Infinity if unknown. */
export function decideResumePosition(currentTime: number, duration: number): number {
  const left = duration - currentTime;
  if (Number.isFinite(left) && left <= Math.min(creditsSeconds, duration / 20)) return 0;
  return Math.min(Math.floor(currentTime), longestSeconds);
}

/** A step of more seconds between two events counts as a jump. */
const longestStep = 3;

/** Beyond these the oldest are dropped. */
const maxUnsent = 20;

interface WatchTracker {
  advance(seconds: number): void;
  /** What comes next was not watched from here. */
  interrupt(): void;
  /** In whole seconds, up to now. */
  listUnsent(): Ranges;
  noteSent(part: readonly [from: number, to: number]): void;
  readonly ranges: Ranges;
}

/** `before`: the parts watched earlier. */
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
