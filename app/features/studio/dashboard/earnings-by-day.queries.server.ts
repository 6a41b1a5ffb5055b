import { sql } from "kysely";
import type { Day, EarningDay } from "~/features/base/money/days";
import { dayIn, startsAt } from "~/features/base/money/days.queries.server";

/**
 * Selects a creator's earnings by day in São Paulo, oldest first, in cents of BRL; days without any are left out. A
 * refund reduces its own day; a disputed amount counts until the dispute is lost. Uses an index of these lines
 * (`ledger_lines_earned_idx`); payouts do not count.
 */
export function earnedByDay({ creatorId, since }: { creatorId: string; since: Day }) {
  return sql<EarningDay>`(
    SELECT to_char(day, 'YYYY-MM-DD') AS day, sum(amount_cents)::bigint AS cents,
      count(*) FILTER (WHERE reason = 'sale' AND amount_cents > 0) AS sales
    FROM (
      SELECT ${dayIn(sql`line.created_at`)} AS day, line.amount_cents, entry.reason
      FROM ledger_lines line JOIN ledger_entries entry ON entry.id = line.entry_id
      WHERE line.creator_id = ${creatorId} AND line.currency = 'BRL'
        AND line.account IN ('creator', 'creator_held', 'in_transit', 'paid_out')
        AND line.created_at >= ${startsAt(sql`${since}::date`)}
        AND entry.reason NOT IN ('payout', 'return', 'writeOff', 'repayment')
    ) AS dated
    GROUP BY dated.day ORDER BY dated.day)`;
}
