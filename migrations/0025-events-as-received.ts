import { type Kysely, sql } from "kysely";

/**
 * The body of a payment event as it was received, byte for byte: jsonb refuses some of what JSON allows (\\u0000, half a
 * surrogate pair), so `payload` is null where it cannot hold the event, or where the body is no event. And when a
 * dispute's amount was last said, since a later amount replaces an earlier one and events have no order.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    ALTER TABLE payment_events ADD body bytea, ALTER payload DROP NOT NULL,
      ADD CONSTRAINT payment_events_content_check CHECK (num_nonnulls(body, payload) > 0)`.execute(db);
  await sql`ALTER TABLE disputes ADD told_at timestamptz(3)`.execute(db);
}

export async function down(db: Kysely<unknown>): Promise<void> {
  await sql`ALTER TABLE disputes DROP told_at`.execute(db);
  await sql`DELETE FROM payment_events WHERE payload IS NULL`.execute(db);
  await sql`
    ALTER TABLE payment_events DROP CONSTRAINT payment_events_content_check, ALTER payload SET NOT NULL,
      DROP body`.execute(db);
}
