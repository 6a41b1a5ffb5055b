import { Logger, runMigrations } from "graphile-worker";
import { Kysely, Migrator, PostgresDialect, sql } from "kysely";
import pg from "pg";
import { grantApplicationRole } from "./application-role.js";
import { migrations } from "./index.js";

/** The job queue's own migrator tells more than anyone wants to know. */
const quiet = new Logger(() => () => {});

/**
 * Brings a database to the newest schema, the job queue's included. Several machines may call it at once: Kysely's
 * migrator holds a PostgreSQL advisory lock while it runs, and whoever waited finds nothing left to do.
 * `databaseUrl`: the database, as the role that owns the tables. `applicationRole`: the server's role, which is granted what
 * it needs; undefined where the owner is the server's.
 * Returns the names of the migrations it applied: none where a newer release has migrated further, so that a release can
 * be rolled back. Throws what failed.
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
