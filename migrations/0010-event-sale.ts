import { type Kysely, sql } from "kysely";

/**
 * Which sale a payment event is about, so that a sale can show its events without searching their JSON; and what
 * the administrators' list of sales is filtered and searched by.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`ALTER TABLE payment_events ADD sale_id uuid REFERENCES sales ON DELETE RESTRICT`.execute(db);
  await sql`
    UPDATE payment_events SET sale_id = sales.id FROM sales
    WHERE sales.id::text IN (payload #>> '{data,object,client_reference_id}', payload #>> '{data,object,metadata,sale_id}')
      OR sales.payment_intent_id = payload #>> '{data,object,payment_intent}'`.execute(db);
  await sql`
    CREATE INDEX payment_events_sale_idx ON payment_events (sale_id, received_at) WHERE sale_id IS NOT NULL`.execute(
    db,
  );
  // The titles in the shop have an index of their own; what was taken out of it is little.
  await sql`CREATE INDEX videos_deleted_idx ON videos (deleted_at) WHERE deleted_at IS NOT NULL`.execute(db);
  await sql`CREATE INDEX sales_status_idx ON sales (status, created_at DESC, id DESC)`.execute(db);
}

export async function down(db: Kysely<unknown>): Promise<void> {
  await sql`DROP INDEX sales_status_idx, videos_deleted_idx, payment_events_sale_idx`.execute(db);
  await sql`ALTER TABLE payment_events DROP sale_id`.execute(db);
}
