import { sql } from "kysely";
import type { Day, EarningDay } from "~/features/base/money/days";
import type { Db } from "~/platform/db.server";

/**
 * Returns the revenue by day in São Paulo since a day, in cents of BRL; refunds lower the day they were made on. Days without
 * any are left out. Read from the ledger's running totals (migrations/0015-day-totals.ts): a few rows a day.
 */
export async function sumRevenueByDay(db: Db, { since }: { since: Day }): Promise<EarningDay[]> {
  const { rows } = await sql<EarningDay>`
    SELECT to_char(day, 'YYYY-MM-DD') AS day, sum(platform_cents + creators_cents)::bigint AS cents,
      sum(sales)::bigint AS sales
    FROM ledger_days WHERE currency = 'BRL' AND day >= ${since}::date
    GROUP BY ledger_days.day ORDER BY ledger_days.day`.execute(db);
  return rows;
}

/** Returns all revenue less refunds, and the platform's part of it, in cents of BRL. */
export async function sumRevenue(db: Db): Promise<{ revenueCents: number; platformFeeCents: number }> {
  const { rows } = await sql<{ revenueCents: number; platformFeeCents: number }>`
    SELECT coalesce(sum(platform_cents + creators_cents), 0)::bigint AS "revenueCents",
      coalesce(sum(platform_cents), 0)::bigint AS "platformFeeCents"
    FROM ledger_days WHERE currency = 'BRL'`.execute(db);
  return rows[0] ?? { revenueCents: 0, platformFeeCents: 0 };
}
