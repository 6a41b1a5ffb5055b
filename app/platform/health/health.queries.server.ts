import { sql } from "kysely";
import type { Db } from "../db.server";
import { newestMigration } from "../schema";
import type { SecretBox } from "../secrets.server";

type DatabaseState = { state: "ready" } | { state: "noSchema" } | { state: "away"; reason: string };

const missingCodes = ["42P01", "3F000"];

/** Never rejects. */
export async function checkDatabase(db: Db): Promise<DatabaseState> {
  try {
    return { state: (await isSchemaCurrent(db)) ? "ready" : "noSchema" };
  } catch (error) {
    if (error instanceof Error && "code" in error && missingCodes.includes(String(error.code)))
      return { state: "noSchema" };
    return { state: "away", reason: reasonOf(error) };
  }
}

/**
 * Whether this release's newest migration is applied, with the job queue, which is made after it. A newer schema counts
 * too: the previous release runs on it during a deployment. Rejects when the database is away or was never migrated.
 */
export async function isSchemaCurrent(db: Db): Promise<boolean> {
  const { rows } = await sql<{ current: boolean }>`
    SELECT to_regclass('graphile_worker._private_jobs') IS NOT NULL
      AND EXISTS (SELECT FROM kysely_migration WHERE name = ${newestMigration}) AS current`.execute(db);
  return rows[0]?.current ?? false;
}

function reasonOf(error: unknown): string {
  // "localhost" has two addresses, each with its own error.
  const first: unknown = error instanceof AggregateError ? error.errors[0] : error;
  if (!(first instanceof Error)) return "unknown";
  return "code" in first && typeof first.code === "string" ? first.code : first.message;
}

const purpose = "data key check";

/** Unless one is stored already. */
export async function storeDataKeyCheck(db: Db, box: SecretBox): Promise<void> {
  await db
    .insertInto("data_key_checks")
    .values({ id: 1, sealed: box.seal("sabia", purpose) })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}

/** `unknown` before the first start stored a text to try. */
export async function checkDataKey(db: Db, box: SecretBox): Promise<"ok" | "other" | "unknown"> {
  const row = await db.selectFrom("data_key_checks").select("sealed").executeTakeFirst();
  if (!row) return "unknown";
  try {
    box.open(row.sealed, purpose);
    return "ok";
  } catch {
    return "other";
  }
}

export interface DatabaseRights {
  /** A standby, or `default_transaction_read_only`. */
  readOnly: boolean;
  /** Schemas without USAGE, tables and views without SELECT; at most ten. */
  missing: string[];
}

/** Throws when the database is away. */
export async function readDatabaseRights(db: Db): Promise<DatabaseRights> {
  const { rows } = await sql<{ read_only: boolean; missing: string[] | null }>`
    SELECT pg_is_in_recovery() OR current_setting('transaction_read_only') = 'on' AS read_only,
      (SELECT array_agg(name) FROM (
        SELECT 'USAGE on ' || nspname AS name FROM pg_namespace
          WHERE nspname IN ('public', 'graphile_worker') AND NOT has_schema_privilege(oid, 'USAGE')
        UNION ALL
        SELECT 'SELECT on ' || nspname || '.' || relname FROM pg_class JOIN pg_namespace ON pg_namespace.oid = relnamespace
          WHERE nspname IN ('public', 'graphile_worker') AND relkind IN ('r', 'p', 'v', 'm')
            AND NOT has_any_column_privilege(pg_class.oid, 'SELECT')
            AND NOT EXISTS (SELECT FROM pg_depend
              WHERE classid = 'pg_class'::regclass AND objid = pg_class.oid AND deptype = 'e')
        UNION ALL
        SELECT 'USAGE on ' || nspname || '.' || relname FROM pg_class JOIN pg_namespace ON pg_namespace.oid = relnamespace
          WHERE nspname IN ('public', 'graphile_worker') AND CASE WHEN relkind = 'S' THEN NOT has_sequence_privilege(pg_class.oid, 'USAGE') ELSE false END
        LIMIT 10) AS found) AS missing`.execute(db);
  return { readOnly: rows[0]?.read_only ?? false, missing: rows[0]?.missing ?? [] };
}
