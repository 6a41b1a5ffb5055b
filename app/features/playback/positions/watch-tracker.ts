import { addRange, type Ranges } from "./watched-ranges";

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
