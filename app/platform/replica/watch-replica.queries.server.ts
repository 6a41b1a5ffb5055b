import { setTimeout as sleep } from "node:timers/promises";
import type pg from "pg";

const pauseMs = 1_000;

/** A measure without a result for this long has failed. */
const answerMs = 2_000;

export interface Replica {
  isFresh(): boolean;
  /** Greatest age of its data, in milliseconds; infinite if unknown. */
  readonly age: number;
  /** A statement failed on the replica, which is not used until it is measured again. */
  noteLoss(): void;
  stop(): void;
}

interface Parts {
  primary: pg.Pool;
  replica: pg.Pool;
  limitMs: number;
  /** The replica begins or ceases to be used. `error`: why it could not be measured. */
  onTurn: (fresh: boolean, error?: Error) => void;
}

export function watchReplica({ primary, replica, limitMs, onTurn }: Parts): Replica {
  const freshness = createReplicaFreshness(limitMs);
  let stopped = false;
  let timer: NodeJS.Timeout | undefined;
  let used: boolean | undefined;

  async function measure(): Promise<void> {
    const sample = freshness.sample();
    // Flushed, not inserted: reading prunes pages and inserts what nothing flushes until the next commit.
    const written = await ask(primary, "SELECT (pg_current_wal_flush_lsn() - '0/0')::int8 AS position");
    // NULL on a server that was promoted: what it has is another history.
    const replayed = await ask(
      replica,
      `SELECT CASE WHEN pg_is_in_recovery() THEN (pg_last_wal_replay_lsn() - '0/0')::int8 END AS position`,
    );
    if (written === null || replayed === null) throw new Error("the replica is no streaming replica");
    freshness.note(sample, written, replayed);
  }

  async function turn(): Promise<void> {
    const late = sleep(answerMs, undefined, { ref: false }).then(() => {
      throw new Error("no answer");
    });
    const failure = await Promise.race([measure(), late]).then(
      () => undefined,
      (error: Error) => error,
    );
    if (failure) freshness.noteLoss();
    if (stopped) return;
    const fresh = freshness.isFresh();
    if (fresh !== used) onTurn(fresh, failure);
    used = fresh;
    timer = setTimeout(turn, pauseMs).unref();
  }

  turn();
  return Object.assign(freshness, {
    stop() {
      stopped = true;
      clearTimeout(timer);
    },
  });
}

async function ask(pool: pg.Pool, statement: string): Promise<number | null> {
  const { rows } = await pool.query<{ position: number | null }>(statement);
  return rows[0]?.position ?? null;
}

export interface ReplicaFreshness {
  /** The present time: to be called before the request for the primary's position. */
  sample(): number;
  /** Bytes of the write-ahead log: the primary's position, asked for after `sample`, then the replica's. */
  note(sample: number, written: number, replayed: number): void;
  noteLoss(): void;
  readonly age: number;
  isFresh(): boolean;
}

/**
 * A replica has everything that the primary had written at a sample once it has replayed that position; the clocks of
 * the machines do not matter.
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
