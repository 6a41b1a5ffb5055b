import { Kysely, PostgresDialect, type Transaction } from "kysely";
import pg from "pg";
import type { DB } from "./schema";
import { WatchedPool, type WatchLimits } from "./watched-pool.server";

/** The database or a transaction on it: what every query takes first. */
export type Db = Kysely<DB> | Transaction<DB>;
export type Database = Kysely<DB>;

const int8 = 20;

/** bigint (count, sum) as a number: cents and counts stay far below 2^53; beyond it, an error rather than a wrong sum. */
function parseBigint(text: string): number {
  const value = Number(text);
  if (!Number.isSafeInteger(value)) throw new RangeError(`bigint beyond the safe integers: ${text}`);
  return value;
}

/** The pool, for the libraries that speak to PostgreSQL themselves, and Kysely on it. Ending `db` ends both. */
export interface OpenDatabase {
  db: Database;
  pool: pg.Pool;
}

/**
 * Opens a pool of connections to the PostgreSQL at `url`. `onError` is called for connections lost while idle, which
 * would otherwise end the process. A statement that runs over 15 s is cancelled. A connection that is not ready within
 * 3.5 s is an error, and so is a statement that the server does not work on any more (`watched-pool.server.ts`).
 */
export function openDatabase(
  url: string,
  onError: (error: Error) => void,
  limits: Partial<WatchLimits> = {},
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
    connectionTimeoutMillis: 3_500,
    idleTimeoutMillis: 30_000,
    // Finds connections that died while nothing was asked of them, such as the one that listens for jobs.
    keepAlive: true,
    keepAliveInitialDelayMillis: 10_000,
    statement_timeout: 15_000,
    idle_in_transaction_session_timeout: 15_000,
    application_name: "sabia",
  };
  const pool = new WatchedPool(settings, limits);
  pool.on("error", onError);
  pool.on("connect", (client) => client.on("error", onError));
  return { pool, db: new Kysely<DB>({ dialect: new PostgresDialect({ pool }) }) };
}
