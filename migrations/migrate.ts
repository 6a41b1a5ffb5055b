import { Logger, runMigrations } from "graphile-worker";
import { Kysely, Migrator, PostgresDialect, sql } from "kysely";
import pg from "pg";
import { grantApplicationRole } from "./application-role.js";
import { migrations } from "./index.js";

/** The job queue's own migrator tells more than anyone wants to know. */
const quiet = new Logger(() => () => {});

/**
 * Migrates a database, including the job queue, to the newest schema. Concurrent calls are serialised by the advisory
 * lock of Kysely's migrator.
 * `databaseUrl`: as the role that owns the tables. `applicationRole`: the server's role, which is granted its rights;
 * undefined if the server uses the owner's role.
 * Returns the names of the applied migrations: none if a newer release has migrated further, so that a release can be
 * rolled back. Throws the first failure.
 */
export async function migrateToLatest(databaseUrl: string, applicationRole?: string): Promise<string[]> {
  const pool = new pg.Pool({ connectionString: databaseUrl, max: 2 });
  // A connection lost while idle shows at the next statement; unheard, it would end the process.
  pool.on("error", () => {});
  pool.on("connect", (client) => client.on("error", () => {}));
  const db = new Kysely<unknown>({ dialect: new PostgresDialect({ pool }) });
  try {
    const migrator = new Migrator({ db, provider: { getMigrations: async () => migrations } });
    const { error, results } = await migrator.migrateToLatest();
    if (error && (await isAhead(db))) return [];
    if (error) throw error;
    await runMigrations({ pgPool: pool, logger: quiet });
    if (applicationRole !== undefined) await grantApplicationRole(pool, applicationRole);
    return (results ?? [])
      .filter((result) => result.status === "Success")
      .map((result) => result.migrationName);
  } finally {
    await db.destroy();
  }
}

/** Whether the database has every migration of this release, and others after them. */
async function isAhead(db: Kysely<unknown>): Promise<boolean> {
  const { rows } = await sql<{ name: string }>`SELECT name FROM kysely_migration`.execute(db);
  const applied = rows.map(({ name }) => name).sort();
  const own = Object.keys(migrations);
  return applied.length > own.length && own.every((name, at) => applied[at] === name);
}
