import { type Kysely, sql } from "kysely";

/** The refunds that failed, found from an index: an administrator's dashboard counts those that nobody made again. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    CREATE INDEX refunds_failed_idx ON refunds (created_at, sale_id)
      WHERE status = 'failed' AND channel = 'provider' AND reason <> 'withdrawal'`.execute(db);
}

export async function down(db: Kysely<unknown>): Promise<void> {
  await sql`DROP INDEX refunds_failed_idx`.execute(db);
}
