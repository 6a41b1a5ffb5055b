import { type Kysely, sql } from "kysely";

/** Requests to turn off a lost second factor: proved by mail, allowed by an administrator, done a day after the proof. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    CREATE TABLE second_factor_removals (
      user_id uuid PRIMARY KEY REFERENCES second_factors ON DELETE CASCADE,
      token_hash text CHECK (token_hash ~ '^[0-9a-f]{64}$') UNIQUE,
      asked_at timestamptz(3) NOT NULL,
      proved_at timestamptz(3),
      allowed_at timestamptz(3),
      allowed_by uuid REFERENCES users ON DELETE SET NULL,
      CONSTRAINT second_factor_removals_allowed_check CHECK (allowed_at IS NULL OR proved_at IS NOT NULL)
    )`.execute(db);
  await sql`CREATE INDEX second_factor_removals_allowed_by_idx ON second_factor_removals (allowed_by)`.execute(
    db,
  );
}

export async function down(db: Kysely<unknown>): Promise<void> {
  await sql`DROP TABLE second_factor_removals`.execute(db);
}
