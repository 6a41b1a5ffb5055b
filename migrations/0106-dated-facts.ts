import { type Kysely, sql } from "kysely";

export const inTransaction = false;

/**
 * When a refund failed, and when a dispute was opened, lost and released, by the provider's dates: the entries of a sale are
 * dated by these, so that they are the same in every order of events. Null for facts of before. Each statement can be repeated.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`ALTER TABLE refunds ADD COLUMN IF NOT EXISTS failed_at timestamptz(3)`.execute(db);
  await sql`
    ALTER TABLE disputes
      ADD COLUMN IF NOT EXISTS opened_at timestamptz(3),
      ADD COLUMN IF NOT EXISTS lost_at timestamptz(3),
      ADD COLUMN IF NOT EXISTS released_at timestamptz(3)`.execute(db);
}

export async function down(db: Kysely<unknown>): Promise<void> {
  await sql`ALTER TABLE refunds DROP failed_at`.execute(db);
  await sql`ALTER TABLE disputes DROP opened_at, DROP lost_at, DROP released_at`.execute(db);
}
