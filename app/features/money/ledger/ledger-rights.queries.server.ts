import { sql } from "kysely";
import type { Db } from "~/platform/db.server";

/**
 * Returns whether the connection's role could rewrite the ledger: it owns the lines, may act as their owner, or is a
 * superuser.
 */
export async function mayRewriteLedger(db: Db): Promise<boolean> {
  const { rows } = await sql<{ may: boolean }>`
    SELECT rolsuper OR pg_has_role(current_user, relowner, 'MEMBER')
      OR has_table_privilege('ledger_lines', 'UPDATE') AS may
    FROM pg_roles, pg_class
    WHERE rolname = current_user AND pg_class.oid = 'ledger_lines'::regclass`.execute(db);
  return rows[0]?.may ?? false;
}
