import { type Kysely, sql } from "kysely";

/**
 * The days of the week on which payouts are made (1 Monday … 7 Sunday), and what a batch would have contained on the
 * morning of each such day. A draft moves no money: an administrator prepares the batch
 * (docs/decisions/0180-payout-days.md).
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    CREATE TABLE payout_schedule (
      single_row boolean DEFAULT true PRIMARY KEY CHECK (single_row),
      weekdays integer[] DEFAULT '{}' NOT NULL CHECK (
        weekdays <@ ARRAY[1, 2, 3, 4, 5, 6, 7] AND cardinality(weekdays) <= 7)
    )`.execute(db);
  await sql`INSERT INTO payout_schedule DEFAULT VALUES`.execute(db);
  await sql`
    CREATE TABLE payout_drafts (
      day date PRIMARY KEY, payouts integer NOT NULL CHECK (payouts > 0),
      amount_cents bigint NOT NULL CHECK (amount_cents > 0), created_at timestamptz(3) NOT NULL
    )`.execute(db);
}

export async function down(db: Kysely<unknown>): Promise<void> {
  await sql`DROP TABLE payout_drafts, payout_schedule`.execute(db);
}
