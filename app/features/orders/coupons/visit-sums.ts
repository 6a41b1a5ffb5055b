import type { VisitSource } from "./visit-source";

/** Sums of one video or preview, day and source. */
export interface VisitSum {
  videoId: string | null;
  /** Where the video is known by its preview's file alone. */
  previewKey: string | null;
  /** `YYYY-MM-DD` in São Paulo. */
  day: string;
  source: VisitSource;
  views: number;
  previews: number;
}

type Counted = Omit<VisitSum, "views" | "previews">;

export interface VisitSums {
  add(counted: Counted, what: "views" | "previews", number?: number): void;
  /** Returns all sums and forgets them. */
  take(): VisitSum[];
  readonly size: number;
  /** Counts that found no place since the last `take`. */
  readonly dropped: number;
}

/** Names given by visitors, per video and day: more are counted as `other`. */
const maxNames = 30;

/**
 * Returns sums in memory, of at most `maxSums` combinations: further ones are dropped, and counted as such. A video's
 * sums take few of them, whatever its visitors call their sources.
 */
export function createVisitSums(maxSums: number): VisitSums {
  let sums = new Map<string, VisitSum>();
  let names = new Map<string, number>();
  let dropped = 0;

  function place(counted: Counted): VisitSum | undefined {
    const product = `${counted.videoId ?? counted.previewKey}|${counted.day}`;
    const key = `${product}|${counted.source}`;
    const known = sums.get(key);
    if (known) return known;
    const isGiven = counted.source.includes(":");
    const given = names.get(product) ?? 0;
    if (isGiven && given >= maxNames) return place({ ...counted, source: "other" });
    if (sums.size >= maxSums) return undefined;
    if (isGiven) names.set(product, given + 1);
    const sum = { ...counted, views: 0, previews: 0 };
    sums.set(key, sum);
    return sum;
  }

  return {
    add(counted, what, number = 1) {
      const sum = place(counted);
      if (sum) sum[what] += number;
      else dropped += number;
    },
    take() {
      const taken = [...sums.values()];
      sums = new Map();
      names = new Map();
      dropped = 0;
      return taken;
    },
    get size() {
      return sums.size;
    },
    get dropped() {
      return dropped;
    },
  };
}
