export interface ReplicaFreshness {
  /** Returns the present time, in milliseconds: to be called before the request for the primary's position. */
  sample(): number;
  /** Positions in bytes of the write-ahead log: the primary's, asked for after `sample`, and then the replica's. */
  note(sample: number, written: number, replayed: number): void;
  /** The replica or the primary did not answer. */
  noteLoss(): void;
  /** Age of the data of the replica at most, in milliseconds; infinite if unknown. */
  readonly age: number;
  /** Whether the replica has all that is older than the limit. */
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
  let waiting: { at: number; written: number }[] = [];
  let reached: number | undefined;

  return {
    sample: now,
    note(at, written, replayed) {
      waiting.push({ at, written });
      reached = waiting.filter((earlier) => earlier.written <= replayed).at(-1)?.at ?? reached;
      const oldest = now() - limitMs;
      waiting = waiting.filter((earlier) => earlier.written > replayed && earlier.at >= oldest);
    },
    noteLoss() {
      reached = undefined;
      waiting = [];
    },
    get age() {
      return reached === undefined ? Number.POSITIVE_INFINITY : now() - reached;
    },
    isFresh() {
      return reached !== undefined && now() - reached <= limitMs;
    },
  };
}
