import type pg from "pg";
import { type ConnectionSource, createDatabase, type Database } from "../db.server";
import { isDatabaseAway } from "../outage.server";
import type { Replica } from "./watch-replica.queries.server";

interface ReadCounts {
  replica: number;
  primary: number;
}

interface ReadDatabase {
  /** For reading alone: a statement may run twice. Destroying it ends the replica's pool. */
  readDb: Database;
  readonly counts: ReadCounts;
}

type Connection = Awaited<ReturnType<ConnectionSource["connect"]>>;

interface Parts {
  primary: pg.Pool;
  replicaPool: pg.Pool;
  replica: Replica;
}

/**
 * Statements run on the replica while that is fresh, and on the primary otherwise. One that fails on the replica is
 * repeated on the primary, unless it took too long. Transactions run on the primary.
 */
export function openReadDatabase({ primary, replicaPool, replica }: Parts): ReadDatabase {
  const counts: ReadCounts = { replica: 0, primary: 0 };

  function createClient(): Connection {
    let onPrimary: pg.PoolClient | undefined;
    let onReplica: pg.PoolClient | undefined;

    async function runOnPrimary(text: string, values: unknown[]) {
      onPrimary ??= await primary.connect();
      counts.primary += 1;
      return onPrimary.query(text, values);
    }

    async function run(text: string, values: unknown[]) {
      if (onPrimary || !replica.isFresh() || /^(begin|start)\b/i.test(text))
        return runOnPrimary(text, values);
      try {
        onReplica ??= await replicaPool.connect();
        const result = await onReplica.query(text, values);
        counts.replica += 1;
        return result;
      } catch (error) {
        if (error instanceof Error && /statement timeout/i.test(error.message)) throw error;
        if (isDatabaseAway(error)) {
          replica.noteLoss();
          onReplica?.release(true);
          onReplica = undefined;
        }
        return runOnPrimary(text, values);
      }
    }

    return {
      query: (text: unknown, values?: readonly unknown[]) => {
        if (typeof text !== "string") throw new Error("cursors are not supported");
        return run(text, [...(values ?? [])]);
      },
      release() {
        onPrimary?.release();
        onReplica?.release();
      },
    } as unknown as Connection;
  }

  const pool: ConnectionSource = {
    connect: async () => createClient(),
    async end() {
      replica.stop();
      await replicaPool.end();
    },
  };
  return { readDb: createDatabase(pool), counts };
}
