import { sql } from "kysely";
import type { Day, EarningDay } from "~/features/base/money/days";
import type { Db } from "~/platform/db.server";

/**
 * Returns the revenue by day in São Paulo since a day, in cents of BRL; refunds lower the day they were made on. Days
 * without any are left out. Read from the ledger's running totals (migrations/0011-ledger.ts): a few rows a day.
 */
export async function sumRevenueByDay(db: Db, { since }: { since: Day }): Promise<EarningDay[]> {
  const { rows } = await sql<EarningDay>`
    SELECT to_char(day, 'YYYY-MM-DD') AS day, sum(platform_cents + creators_cents)::bigint AS cents,
      sum(sales)::bigint AS sales
    FROM ledger_days WHERE currency = 'BRL' AND day >= ${since}::date
    GROUP BY ledger_days.day ORDER BY ledger_days.day`.execute(db);
  return rows;
}

export interface Revenue {
  revenueCents: number;
  platformFeeCents: number;
  adjustedCents: number;
}

/**
 * Selects all revenue less refunds, and the platform's part of it, in cents of BRL. What administrators credited to
 * creators or took back (`adjustedCents`, negative for credits) is no part of either; adjustments are few, so their
 * lines are read one by one.
 */
export const revenue = sql<Revenue>`(
  SELECT coalesce(sum(platform_cents + creators_cents), 0)::bigint AS "revenueCents",
    (coalesce(sum(platform_cents), 0) - min(adjusted.cents))::bigint AS "platformFeeCents",
    min(adjusted.cents)::bigint AS "adjustedCents"
  FROM (
    SELECT coalesce(sum(line.amount_cents), 0) AS cents
    FROM ledger_entries entry JOIN ledger_lines line ON line.entry_id = entry.id
    WHERE entry.adjustment_id IS NOT NULL AND line.account = 'platform' AND line.currency = 'BRL'
  ) AS adjusted LEFT JOIN ledger_days ON ledger_days.currency = 'BRL')`;
