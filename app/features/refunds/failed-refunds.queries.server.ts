import { sql } from "kysely";

/**
 * The refunds, as `failed`, that the buyer's bank or the provider would not take, and that nobody has made again. Not a
 * withdrawal, for which the buyer is asked, nor one by hand, for which its administrator knew.
 */
export const failedRefunds = sql`refunds AS failed
  WHERE failed.status = 'failed' AND failed.channel = 'provider' AND failed.reason <> 'withdrawal' AND NOT EXISTS (
    SELECT FROM refunds AS again
    WHERE again.sale_id = failed.sale_id AND again.status <> 'failed' AND again.created_at > failed.created_at)`;
