import { type Kysely, sql } from "kysely";

/**
 * Changes of where creators are paid. `creator_profiles` has what the creator saved last. Until `effective_at` payouts go to
 * `replaced`, unless the change was cancelled: by its owner, or by another change while it was held.
 * `replaced` and `chosen` have the payment columns of `creator_profiles`.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    CREATE TABLE payout_details_changes (
      id bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY,
      creator_id uuid NOT NULL REFERENCES users ON DELETE CASCADE,
      replaced jsonb NOT NULL CHECK (jsonb_typeof(replaced) = 'object'),
      chosen jsonb NOT NULL CHECK (jsonb_typeof(chosen) = 'object'),
      changed_at timestamptz(3) NOT NULL,
      effective_at timestamptz(3) NOT NULL,
      cancelled_at timestamptz(3),
      CONSTRAINT payout_details_changes_held_check CHECK (effective_at >= changed_at),
      CONSTRAINT payout_details_changes_cancelled_check CHECK (cancelled_at BETWEEN changed_at AND effective_at)
    )`.execute(db);
  await sql`CREATE INDEX payout_details_changes_creator_idx ON payout_details_changes (creator_id, id)`.execute(
    db,
  );
}

export async function down(db: Kysely<unknown>): Promise<void> {
  await sql`DROP TABLE payout_details_changes`.execute(db);
}
