/** All in milliseconds. */
export interface Ages {
  /** Until then an answer is sent as it is; later it is renewed while it is still sent. */
  fresh: number;
  max: number;
}

export interface AnswerStore<T extends { bytes: number }> {
  /** Returns a kept answer, and whether it should be renewed. */
  find(key: string): { answer: T; stale: boolean } | undefined;
  /** The generation to name in `keep`: read before what the answer shows. */
  readonly generation: number;
  /** Keeps an answer, unless everything was forgotten since `generation`. Drops those not used for longest. */
  keep(key: string, answer: T, generation: number): void;
  drop(key: string): void;
  /** Forgets every answer, and those that are being made. */
  forget(): void;
  readonly bytes: number;
  readonly size: number;
}

/** Returns a store for answers of at most `maxBytes` together. `now`: in milliseconds */
export function createAnswerStore<T extends { bytes: number }>(
  maxBytes: number,
  ages: Ages,
  now: () => number = () => performance.now(),
): AnswerStore<T> {
  /** In the order of their last use: a Map keeps the order of insertion. */
  const kept = new Map<string, { answer: T; madeAt: number }>();
  let bytes = 0;
  let generation = 0;

  function drop(key: string): void {
    bytes -= kept.get(key)?.answer.bytes ?? 0;
    kept.delete(key);
  }

  return {
    find(key) {
      const found = kept.get(key);
      if (!found) return undefined;
      const age = now() - found.madeAt;
      if (age > ages.max) {
        drop(key);
        return undefined;
      }
      kept.delete(key);
      kept.set(key, found);
      return { answer: found.answer, stale: age > ages.fresh };
    },
    get generation() {
      return generation;
    },
    keep(key, answer, madeIn) {
      if (madeIn !== generation) return;
      drop(key);
      if (answer.bytes > maxBytes) return;
      kept.set(key, { answer, madeAt: now() });
      bytes += answer.bytes;
      for (const oldest of kept.keys()) {
        if (bytes <= maxBytes) break;
        drop(oldest);
      }
    },
    drop,
    forget() {
      generation += 1;
      kept.clear();
      bytes = 0;
    },
    get bytes() {
      return bytes;
    },
    get size() {
      return kept.size;
    },
  };
}
