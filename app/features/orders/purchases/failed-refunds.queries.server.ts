import { sql } from "kysely";

/**
 * Refunds, as `failed`, that the provider or the buyer's bank refused and nobody has made again: without withdrawals,
 * which the buyer is mailed about, and bank transfers, whose failure an administrator recorded.
 */
export const failedRefunds = sql`refunds AS failed
  WHERE failed.status = 'failed' AND failed.channel = 'provider' AND failed.reason <> 'withdrawal' AND NOT EXISTS (
    SELECT FROM refunds AS again
    WHERE again.sale_id = failed.sale_id AND again.status NOT IN ('failed', 'returned') AND again.created_at > failed.created_at)`;
