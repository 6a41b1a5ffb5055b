import { Logger, runMigrations } from "graphile-worker";
import { Kysely, Migrator, PostgresDialect } from "kysely";
import pg from "pg";
import { grantApplicationRole } from "./application-role.js";
import { migrations } from "./index.js";

/** The job queue's own migrator tells more than anyone wants to know. */
const quiet = new Logger(() => () => {});

/**
 * Brings a database to the newest schema, the job queue's included. Several machines may call it at once: Kysely's
 * migrator holds a PostgreSQL advisory lock while it runs, and whoever waited finds nothing left to do.
 * @param databaseUrl the database's address, as the role that owns the tables
 * @param applicationRole the role of the server, which is granted what it needs; undefined where the owner is the server's
 * @returns the names of the migrations it applied
 * @throws what failed
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
