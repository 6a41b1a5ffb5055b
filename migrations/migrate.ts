import { Logger, runMigrations } from "graphile-worker";
import { Kysely, type Migration, Migrator, PostgresDialect, sql } from "kysely";
import pg from "pg";
import { grantApplicationRole } from "./application-role.js";
import { migrations } from "./index.js";

/**
 * `inTransaction`: false for statements that PostgreSQL refuses in a transaction, such as CREATE INDEX CONCURRENTLY. Such
 * a migration has one statement, or can be repeated: if it fails, it stays half done.
 */
export type Migrations = Record<string, Migration & { inTransaction?: boolean }>;

/** The job queue's own migrator tells more than anyone wants to know. */
const quiet = new Logger(() => () => {});

/**
 * Migrates a database, including the job queue, to the newest schema. Concurrent calls are serialised by an advisory
 * lock, which needs a connection without a pooler.
 * `databaseUrl`: as the role that owns the tables. `applicationRole`: the server's role, which is granted its rights;
 * undefined if the server uses the owner's role.
 * Returns the names of the applied migrations: none if a newer release has migrated further, so that a release can be
 * rolled back. Throws the first failure.
 */
export async function migrateToLatest(
  databaseUrl: string,
  applicationRole?: string,
  list: Migrations = migrations,
): Promise<string[]> {
  const pool = new pg.Pool({ connectionString: databaseUrl, max: 3 });
  // A connection lost while idle shows at the next statement; unheard, it would end the process.
  pool.on("error", () => {});
  pool.on("connect", (client) => client.on("error", () => {}));
  const db = new Kysely<unknown>({ dialect: new PostgresDialect({ pool }) });
  const lock = await pool.connect();
  try {
    await waitForTurn(lock);
    const applied: string[] = [];
    for (const group of groupByTransaction(list)) {
      const migrator = new Migrator({
        db,
        provider: { getMigrations: async () => group.upToHere },
        disableTransactions: !group.inTransaction,
      });
      if (!group.isLast && (await isAhead(db, group.upToHere))) continue;
      const { error, results } = await migrator.migrateToLatest();
      if (error && (await isAhead(db, group.upToHere))) continue;
      if (error) throw error;
      for (const { status, migrationName } of results ?? []) {
        if (status === "Success") applied.push(migrationName);
      }
    }
    if (await isAhead(db, list)) return applied;
    await runMigrations({ pgPool: pool, logger: quiet });
    if (applicationRole !== undefined) await grantApplicationRole(pool, applicationRole);
    return applied;
  } finally {
    // Ends the connection, and with it the lock.
    lock.release(true);
    await db.destroy();
  }
}

/**
 * Resolves when no other process migrates. Asks again and again: CREATE INDEX CONCURRENTLY waits for every statement
 * that is under way, and so would deadlock with one that waits for the lock.
 */
async function waitForTurn(client: pg.PoolClient): Promise<void> {
  for (;;) {
    const { rows } = await client.query<{ free: boolean }>(
      "SELECT pg_try_advisory_lock(hashtext('sabia migrations')) AS free",
    );
    if (rows[0]?.free) return;
    await new Promise((resolve) => setTimeout(resolve, 200));
  }
}

interface Group {
  inTransaction: boolean;
  /** The group's migrations, after all that come before it. */
  upToHere: Migrations;
  isLast: boolean;
}

/** Migrations that follow each other are applied in one transaction, except those that exclude one. */
function groupByTransaction(list: Migrations): Group[] {
  const names = Object.keys(list).sort();
  const runsInOne = (name: string | undefined) => name !== undefined && list[name]?.inTransaction !== false;
  const ends = names.flatMap((name, at) =>
    at === names.length - 1 || !runsInOne(name) || !runsInOne(names[at + 1]) ? [at] : [],
  );
  return ends.map((end) => ({
    inTransaction: runsInOne(names[end]),
    upToHere: Object.fromEntries(names.slice(0, end + 1).map((name) => [name, list[name] as Migration])),
    isLast: end === names.length - 1,
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
