import { Logger, runMigrations } from "graphile-worker";
import { Kysely, type Migration, Migrator, PostgresDialect, sql } from "kysely";
import pg from "pg";
import { migrations } from "./index.js";
import { grantApplicationRole, requireOwnTables } from "./tools/application-role.js";
import { MigrationRefused, UnknownHistory } from "./tools/migration-refused.js";

/**
 * `inTransaction`: false for statements that PostgreSQL refuses in a transaction, such as CREATE INDEX CONCURRENTLY.
 * Such a migration has one statement, or can be repeated: if it fails, it stays half done.
 */
export type Migrations = Record<string, Migration & { inTransaction?: boolean }>;

/** The job queue's migrator logs every step. */
const quiet = new Logger(() => () => {});

/**
 * Migrates a database, including the job queue, to the newest schema. Concurrent calls are serialised by an advisory
 * lock, which needs a connection without a pooler.
 * `databaseUrl`: as the role that owns the tables. `applicationRole`: the server's role, which is granted its rights;
 * undefined if the server uses the owner's role.
 * Returns the names of the applied migrations: none if a newer release has migrated further, so that a release can be
 * rolled back. Throws the first failure; the migrations before it stay applied. Throws `MigrationRefused` before any.
 *
 * A migration waits for a lock for half a second, then lets others pass and tries again, for ten minutes: a statement
 * that waits, as behind a `pg_dump`, blocks every later reader of its table. `onWait` gets a sentence each time.
 */
export async function migrateToLatest(
  databaseUrl: string,
  applicationRole?: string,
  { list = migrations, onWait = () => {}, times = usualTimes }: MigrationOptions = {},
): Promise<string[]> {
  const pool = openPool(databaseUrl, { lock_timeout: lockMs, statement_timeout: times.statementMs });
  const waitingPool = openPool(databaseUrl, { statement_timeout: times.buildMs });
  const db = new Kysely<unknown>({ dialect: new PostgresDialect({ pool }) });
  const waiting = new Kysely<unknown>({ dialect: new PostgresDialect({ pool: waitingPool }) });
  const lock = await waitingPool.connect();
  try {
    await waitForTurn(lock, onWait, times);
    await requireOwnTables(waitingPool);
    const unknown = await explainUnknownHistory(lock, list);
    if (unknown) throw new UnknownHistory(unknown);
    const applied: string[] = [];
    for (const group of groupByTransaction(list)) {
      if (!group.isLast && (await isAhead(db, group.upToHere))) continue;
      const { error, results } = await withRetries(onWait, () => migrateGroup({ db, waiting }, group));
      if (error && (await isAhead(db, group.upToHere))) continue;
      if (error) throw error;
      for (const { status, migrationName } of results ?? []) {
        if (status === "Success") applied.push(migrationName);
      }
    }
    if (await isAhead(db, list)) return applied;
    await runMigrations({ pgPool: waitingPool, logger: quiet });
    if (applicationRole !== undefined) {
      const { error } = await withRetries(onWait, () => grant(pool, applicationRole));
      if (error) throw error;
    }
    return applied;
  } finally {
    // Ends the connection, and with it the lock.
    lock.release(true);
    // Kysely's `destroy` does not end the pool of an instance that ran nothing: it would stay for ten seconds.
    await Promise.all([pool.end(), waitingPool.end()]);
  }
}

export interface MigrationOptions {
  list?: Migrations;
  onWait?: (sentence: string) => void;
  times?: typeof usualTimes;
}

/** How long one statement waits for a lock, in milliseconds: requests behind it wait as long. */
const lockMs = 500;

/** The pause before another try, and the time after which it is given up, in milliseconds. */
const pauseMs = 2_000;
const givenUpMs = 10 * 60_000;

/**
 * Limits in milliseconds. `statementMs`: of a statement in a transaction; `buildMs`: of one without, such as CREATE
 * INDEX CONCURRENTLY; `turnMs`: of waiting for another migration, which
 * is reported every `reportMs`. `?statement_timeout=…` in the database's address takes precedence.
 */
const usualTimes = {
  statementMs: 60 * 60_000,
  buildMs: 12 * 60 * 60_000,
  turnMs: 10 * 60_000,
  reportMs: 10_000,
};

/** How long a transaction of a migration may be without a statement, in milliseconds. */
const idleMs = 60_000;

/** PostgreSQL's code of a lock that was not given within `lock_timeout`. */
const lockNotAvailable = "55P03";

function openPool(connectionString: string, limits: pg.PoolConfig): pg.Pool {
  const pool = new pg.Pool({
    connectionString,
    max: 3,
    application_name: "sabia-migrate",
    idle_in_transaction_session_timeout: idleMs,
    ...limits,
  });
  // A connection lost while idle shows at the next statement; unheard, it would end the process.
  pool.on("error", () => {});
  pool.on("connect", (client) => client.on("error", () => {}));
  return pool;
}

/** Runs again what failed for a lock that others hold. Returns the last result. */
async function withRetries<Result extends { error?: unknown }>(
  onWait: (failure: string) => void,
  run: () => Promise<Result>,
): Promise<Result> {
  for (const end = Date.now() + givenUpMs; ; ) {
    const result = await run();
    const { error } = result;
    const isLocked = error instanceof Error && "code" in error && error.code === lockNotAvailable;
    if (!isLocked || Date.now() > end) return result;
    onWait(`A table is in use (${error.message}): trying again.`);
    await new Promise((resolve) => setTimeout(resolve, pauseMs));
  }
}

async function grant(pool: pg.Pool, role: string): Promise<{ error?: unknown }> {
  return grantApplicationRole(pool, role).then(
    () => ({}),
    (error: unknown) => ({ error }),
  );
}

/**
 * Applies a migration in a transaction of its own. One without a transaction builds an index CONCURRENTLY: it waits for
 * statements under way without holding up others, so its locks have no limit.
 */
function migrateGroup(
  { db, waiting }: { db: Kysely<unknown>; waiting: Kysely<unknown> },
  { inTransaction, upToHere }: Group,
) {
  const migrator = new Migrator({
    db: inTransaction ? db : waiting,
    provider: { getMigrations: async () => upToHere },
    disableTransactions: !inTransaction,
  });
  return migrator.migrateToLatest();
}

/**
 * Resolves when no other process migrates. Asks again and again: CREATE INDEX CONCURRENTLY waits for every statement
 * that is under way, and so would deadlock with one that waits for the lock. Throws `MigrationRefused` after `turnMs`.
 */
async function waitForTurn(
  client: pg.PoolClient,
  onWait: (sentence: string) => void,
  { turnMs, reportMs }: Pick<typeof usualTimes, "turnMs" | "reportMs">,
): Promise<void> {
  const begun = performance.now();
  for (let reported = begun; ; ) {
    const { rows } = await client.query<{ free: boolean }>(
      "SELECT pg_try_advisory_lock(hashtext('sabia migrations')) AS free",
    );
    if (rows[0]?.free) return;
    const now = performance.now();
    const seconds = Math.round((now - begun) / 1000);
    if (now - begun >= turnMs)
      throw new MigrationRefused(
        `Another migration is still running after ${seconds} s: ${await describeHolder(client)}. Wait for it and migrate again; if its process is gone, end its connection: SELECT pg_terminate_backend(pid).`,
      );
    if (now - reported >= reportMs) {
      reported = now;
      onWait(`Waiting for another migration for ${seconds} s: ${await describeHolder(client)}.`);
    }
    await new Promise((resolve) => setTimeout(resolve, 200));
  }
}

/** Returns who holds the lock of migrations, such as "pid 812, sabia_owner, sabia-migrate, from 10.0.0.2, since …". */
async function describeHolder(client: pg.PoolClient): Promise<string> {
  const { rows } = await client.query<{ holder: string }>(
    `SELECT concat_ws(', ', 'pid ' || pid, usename, application_name, 'from ' || coalesce(host(client_addr), 'a local socket'),
       'since ' || to_char(backend_start AT TIME ZONE 'UTC', 'YYYY-MM-DD HH24:MI:SS "UTC"')) AS holder
     FROM pg_locks JOIN pg_stat_activity USING (pid)
     WHERE locktype = 'advisory' AND granted AND objsubid = 1
       AND database = (SELECT oid FROM pg_database WHERE datname = current_database())
       AND (classid::bigint << 32 | objid::bigint) = hashtext('sabia migrations')`,
  );
  return rows[0]?.holder ?? "it has just ended";
}

/**
 * Returns what a database with another history is and what to do about it; undefined if it is empty, or migrated by a
 * release of this product. `client`: as the owner or the application's role
 */
export async function explainUnknownHistory(
  client: Pick<pg.ClientBase, "query">,
  list: Migrations = migrations,
): Promise<string | undefined> {
  const { rows: tables } = await client.query<{ listed: boolean; used: boolean }>(
    `SELECT to_regclass('public.kysely_migration') IS NOT NULL AS listed,
       to_regclass('public.users') IS NOT NULL AS used`,
  );
  const { rows } = tables[0]?.listed
    ? await client.query<{ name: string }>("SELECT name FROM kysely_migration")
    : { rows: [] };
  const applied = rows.map(({ name }) => name).sort();
  const advice =
    "Point DATABASE_URL and DATABASE_OWNER_URL to the right database, to an empty one, or restore a backup of this product into an empty one";
  if (applied.length === 0)
    return tables[0]?.used
      ? `The database has a table users but no migrations: it belongs to another program, or was restored in part. ${advice}.`
      : undefined;
  const own = Object.keys(list).sort();
  const other = applied.find((name, at) => at < own.length && name !== own[at]);
  return other === undefined
    ? undefined
    : `The database has the migration ${other}, which no release of this product has in its place (${own[applied.indexOf(other)]}): it was made by another program or by a version from before the first release. ${advice}.`;
}

interface Group {
  inTransaction: boolean;
  /** The migration, after all that come before it. */
  upToHere: Migrations;
  isLast: boolean;
}

/** Each migration is applied by itself: a lock is held as long as one takes, and a failure keeps those before it. */
function groupByTransaction(list: Migrations): Group[] {
  const names = Object.keys(list).sort();
  return names.map((name, at) => ({
    inTransaction: list[name]?.inTransaction !== false,
    upToHere: Object.fromEntries(names.slice(0, at + 1).map((each) => [each, list[each] as Migration])),
    isLast: at === names.length - 1,
  }));
}

/** Returns whether the database has all these migrations, and others after them. */
async function isAhead(db: Kysely<unknown>, list: Migrations): Promise<boolean> {
  const { rows: tables } = await sql<{ name: string | null }>`
    SELECT to_regclass('public.kysely_migration') AS name`.execute(db);
  if (tables[0]?.name === null) return false;
  const { rows } = await sql<{ name: string }>`SELECT name FROM kysely_migration`.execute(db);
  const applied = rows.map(({ name }) => name).sort();
  const own = Object.keys(list).sort();
  return applied.length > own.length && own.every((name, at) => applied[at] === name);
}
