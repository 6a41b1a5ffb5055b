import { Kysely, PostgresDialect, type PostgresPool, type Transaction } from "kysely";
import pg from "pg";
import type { DB } from "./schema";
import { type PoolLimits, WatchedPool } from "./watched-pool.server";

export type Db = Kysely<DB> | Transaction<DB>;
export type Database = Kysely<DB>;

const int8 = 20;

/** Throws beyond 2^53 rather than return a wrong sum. */
function parseBigint(text: string): number {
  const value = Number(text);
  if (!Number.isSafeInteger(value)) throw new RangeError(`bigint beyond the safe integers: ${text}`);
  return value;
}

/** Destroying `db` ends the pool too. */
export interface OpenDatabase {
  db: Database;
  pool: WatchedPool;
}

/**
 * `onError`: for connections lost while idle, which would otherwise end the process. Throws when a new connection is
 * not ready within 3.5 s, or all were busy for 10 s, in a request 3.5 s. A statement is cancelled after 15 s, and in a
 * request fails without an answer within 4 s (`watched-pool.server.ts`).
 */
export function openDatabase(
  url: string,
  onError: (error: Error) => void,
  limits: Partial<PoolLimits> = {},
): OpenDatabase {
  const types = {
    getTypeParser: ((oid: number, format?: "text" | "binary") =>
      oid === int8 && format !== "binary"
        ? parseBigint
        : pg.types.getTypeParser(oid, format as "text")) as typeof pg.types.getTypeParser,
  };
  const settings: pg.PoolConfig = {
    connectionString: url,
    types,
    max: 10,
    idleTimeoutMillis: 30_000,
    // Detects idle connections that died, such as the one that listens for jobs.
    keepAlive: true,
    keepAliveInitialDelayMillis: 10_000,
    statement_timeout: 15_000,
    idle_in_transaction_session_timeout: 15_000,
    application_name: "sabia",
  };
  const pool = new WatchedPool(settings, limits);
  pool.on("error", onError);
  pool.on("connect", (client) => client.on("error", onError));
  return { pool, db: createDatabase(pool) };
}

/** A pool of `pg`, or one that chooses between pools. */
export type ConnectionSource = PostgresPool;

export function createDatabase(pool: ConnectionSource): Database {
  return new Kysely<DB>({ dialect: new PostgresDialect({ pool }) });
}
