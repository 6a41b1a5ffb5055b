import { type Kysely, sql } from "kysely";

const enterFrom = (paid: string, charged: string) =>
  sql.raw(`
UPDATE money_states SET enters_from = ${paid} WHERE subject = 'sales' AND state = 'paid';
UPDATE money_states SET enters_from = ${charged} WHERE subject = 'sales' AND state = 'charged'`);

/**
 * A paid sale comes from an unpaid one: the application's role adds none that is paid already. The owner of the tables
 * restores backups, and free access is no sale.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await enterFrom("ARRAY['unpaid']", "ARRAY['unpaid', 'paid']").execute(db);
}

export async function down(db: Kysely<unknown>): Promise<void> {
  await enterFrom("ARRAY['new', 'unpaid']", "ARRAY['new', 'unpaid', 'paid']").execute(db);
}
