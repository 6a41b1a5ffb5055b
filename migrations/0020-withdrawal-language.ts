import { type Kysely, sql } from "kysely";

/** The language in which a buyer withdrew: that of the mail, should the money not reach them. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`ALTER TABLE refunds ADD requested_locale text CHECK (requested_locale IN ('pt', 'en'))`.execute(
    db,
  );
}

export async function down(db: Kysely<unknown>): Promise<void> {
  await sql`ALTER TABLE refunds DROP requested_locale`.execute(db);
}
