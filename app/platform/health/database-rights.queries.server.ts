import { sql } from "kysely";
import type { Db } from "../db.server";

export interface DatabaseRights {
  /** Whether the server refuses every write: a standby, or `default_transaction_read_only`. */
  readOnly: boolean;
  /** Schemas without USAGE, and tables and views without SELECT; at most ten. */
  missing: string[];
}

/** Returns what keeps the present role from reading or writing. Throws when the database is away. */
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
