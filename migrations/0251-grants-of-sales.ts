import { type Kysely, sql } from "kysely";

/**
 * Grants for the sales that were completed before. The rows are locked, so that a refund at the same moment is either
 * read here or changes the grant; new sales need not wait.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql
    .raw(`
INSERT INTO access_grants (user_id, product_id, reason, sale_id, granted_at, revoked_at, revoke_reason)
SELECT consumer_id, video_id, 'sale', id, completed_at,
  CASE status
    WHEN 'refunded' THEN coalesce(
      greatest((SELECT max(created_at) FROM refunds WHERE sale_id = sales.id AND status NOT IN ('failed', 'returned')),
        (SELECT max(lost_at) FROM disputes WHERE sale_id = sales.id AND status = 'lost')), completed_at)
    WHEN 'disputed' THEN coalesce((SELECT max(opened_at) FROM disputes WHERE sale_id = sales.id), completed_at)
  END,
  CASE WHEN status IN ('refunded', 'disputed') THEN status END
FROM sales WHERE completed_at IS NOT NULL AND status IN ('completed', 'refunded', 'disputed') AND NOT duplicate
FOR SHARE ON CONFLICT (sale_id) DO NOTHING;
`)
    .execute(db);
}

/** The table itself is dropped by the migration before. */
export async function down(db: Kysely<unknown>): Promise<void> {
  await sql`DELETE FROM access_grants WHERE sale_id IS NOT NULL`.execute(db);
}
