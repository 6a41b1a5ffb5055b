import { type RawBuilder, sql } from "kysely";
import type { Day, EarningDay } from "~/features/base/money/days";
import type { Db } from "~/platform/db.server";

/**
 * SQL of the lines of goodwill in BRL: what administrators credited to creators is negative. It is no revenue, and the
 * running totals of days have the creators' side of it. Adjustments are few, so their lines are read one by one.
 */
const goodwill: RawBuilder<unknown> = sql`(
  SELECT (line.created_at AT TIME ZONE 'America/Sao_Paulo')::date AS day, line.amount_cents AS cents
  FROM ledger_entries entry JOIN ledger_lines line ON line.entry_id = entry.id
  WHERE entry.adjustment_id IS NOT NULL AND line.account = 'goodwill' AND line.currency = 'BRL')`;

/**
 * Returns the revenue by day in São Paulo since a day, in cents of BRL; refunds lower the day they were made on. Days
 * without any are left out. Read from the ledger's running totals (migrations/0011-ledger.ts): a few rows a day.
 */
export async function sumRevenueByDay(db: Db, { since }: { since: Day }): Promise<EarningDay[]> {
  const { rows } = await sql<EarningDay>`
    SELECT to_char(day, 'YYYY-MM-DD') AS day, sum(cents)::bigint AS cents, sum(sales)::bigint AS sales
    FROM (
      SELECT day, platform_cents + creators_cents AS cents, sales FROM ledger_days WHERE currency = 'BRL'
      UNION ALL SELECT day, cents, 0 FROM ${goodwill} AS given
    ) AS part WHERE day >= ${since}::date GROUP BY part.day ORDER BY part.day`.execute(db);
  return rows;
}

export interface Revenue {
  revenueCents: number;
  platformFeeCents: number;
  adjustedCents: number;
}

/**
 * Selects all revenue less refunds, and the platform's part of it, in cents of BRL. What administrators credited to
 * creators or took back (`adjustedCents`, negative for credits) is no part of either.
 */
export const revenue = sql<Revenue>`(
  SELECT (coalesce(sum(platform_cents + creators_cents), 0) + min(given.cents))::bigint AS "revenueCents",
    coalesce(sum(platform_cents), 0)::bigint AS "platformFeeCents", min(given.cents)::bigint AS "adjustedCents"
  FROM (SELECT coalesce(sum(cents), 0) AS cents FROM ${goodwill} AS each_line) AS given
    LEFT JOIN ledger_days ON ledger_days.currency = 'BRL')`;
