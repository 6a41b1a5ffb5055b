/** The time of a request for the primary's position. */
export interface Sample {
  /** In milliseconds. */
  at: number;
  /** Number of changes announced until then. */
  changes: number;
}

export interface ReplicaFreshness {
  /** A change that must not be read past was committed on the primary. */
  noteChange(): void;
  /** To be called before the request for the primary's position. */
  sample(): Sample;
  /** Positions in bytes of the write-ahead log: the primary's, asked for after `sample`, and then the replica's. */
  note(sample: Sample, written: number, replayed: number): void;
  /** The replica or the primary did not answer. */
  noteLoss(): void;
  /** Age of the data of the replica at most, in milliseconds; infinite if unknown. */
  readonly age: number;
  /** Whether the replica has every announced change, and all that is older than the limit. */
  isFresh(): boolean;
}

/**
 * Returns a judge of a replica's data. It has everything that the primary had written at a sample once it has replayed
 * that position; the clocks of the machines do not matter. `limitMs`: the greatest age; `now`: in milliseconds
 */
export function createReplicaFreshness(
  limitMs: number,
  now: () => number = () => performance.now(),
): ReplicaFreshness {
  let changes = 0;
  let waiting: (Sample & { written: number })[] = [];
  let reached: Sample | undefined;

  return {
    noteChange() {
      changes += 1;
    },
    sample: () => ({ at: now(), changes }),
    note(sample, written, replayed) {
      waiting.push({ ...sample, written });
      reached = waiting.filter((earlier) => earlier.written <= replayed).at(-1) ?? reached;
      const oldest = now() - limitMs;
      waiting = waiting.filter((earlier) => earlier.written > replayed && earlier.at >= oldest);
    },
    noteLoss() {
      reached = undefined;
      waiting = [];
    },
    get age() {
      return reached ? now() - reached.at : Number.POSITIVE_INFINITY;
    },
    isFresh() {
      return reached !== undefined && reached.changes === changes && now() - reached.at <= limitMs;
    },
  };
}
