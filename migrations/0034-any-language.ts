import { type Kysely, sql } from "kysely";

/**
 * The language of a withdrawal is checked for its form alone, so that a new language needs no migration. The product reads
 * a language that it does not know as Portuguese.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    ALTER TABLE refunds
      DROP CONSTRAINT refunds_requested_locale_check,
      ADD CONSTRAINT refunds_requested_locale_check CHECK (requested_locale ~ '^[a-z]{2}$')`.execute(db);
}

export async function down(db: Kysely<unknown>): Promise<void> {
  await sql`
    ALTER TABLE refunds
      DROP CONSTRAINT refunds_requested_locale_check,
      ADD CONSTRAINT refunds_requested_locale_check CHECK (requested_locale IN ('pt', 'en'))`.execute(db);
}
