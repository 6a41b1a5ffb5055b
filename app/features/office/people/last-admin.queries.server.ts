/** The last administrator keeps the role, and the account: only administrators make administrators. */
import { sql } from "kysely";
import { hasAdminRole } from "~/features/accounts/accounts/accounts.queries.server";
import { hasOtherAdmin } from "~/features/accounts/accounts/administrators.queries.server";
import type { Db } from "~/platform/db.server";

/**
 * Serialises changes to accounts' rights, including the creation of the first administrator, which takes the same
 * lock (migrations/0002-accounts.ts).
 */
export async function lockAdmins(db: Db): Promise<void> {
  await sql`SELECT pg_advisory_xact_lock(hashtext('ensure_first_admin'))`.execute(db);
}

/** Returns whether nobody else is an administrator who may sign in. Hold `lockAdmins` until the role is gone. */
export async function isLastAdmin(db: Db, userId: string): Promise<boolean> {
  return (await hasAdminRole(db, userId)) && !(await hasOtherAdmin(db, userId));
}
