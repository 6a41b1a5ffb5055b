import { type Kysely, sql } from "kysely";

/** Where the buyer of a boleto wants the money back that no provider can send: kept until it was sent. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    ALTER TABLE refunds ADD pix_key text
      CHECK (length(pix_key) BETWEEN 1 AND 200),
      ADD CONSTRAINT refunds_pix_key_by_hand CHECK (pix_key IS NULL OR (channel = 'outside' AND status = 'requested'))`.execute(
    db,
  );
}

export async function down(db: Kysely<unknown>): Promise<void> {
  await sql`ALTER TABLE refunds DROP pix_key`.execute(db);
}
