import { sql } from "kysely";
import type { PaymentMethod } from "~/features/base/money/payment-methods";
import type { Db } from "~/platform/db.server";

/** Accounts whose sum is the platform's margin: revenue less provider fees and losses. */
const marginAccounts = ["platform", "platform_held", "provider_fees", "loss"] as const;

/** The platform's margin of each sale after the provider's fees, in cents; may be negative. */
export async function sumSaleMargins(db: Db, saleIds: readonly string[]): Promise<Map<string, number>> {
  if (saleIds.length === 0) return new Map();
  const rows = await db
    .selectFrom("ledger_entries")
    .innerJoin("ledger_lines", "ledger_lines.entry_id", "ledger_entries.id")
    .select(({ fn }) => ["sale_id", fn.sum<number>("amount_cents").as("cents")])
    .where("sale_id", "in", saleIds)
    .where("account", "in", marginAccounts)
    .groupBy("sale_id")
    .execute();
  return new Map(rows.map(({ sale_id, cents }) => [sale_id ?? "", Number(cents)]));
}

export interface MethodMargin {
  method: PaymentMethod | null;
  sales: number;
  /** Cents of BRL: paid by buyers, kept by the platform after refunds, kept by the provider. */
  amountCents: number;
  platformCents: number;
  providerCents: number;
}

/**
 * Margins by payment method of sales in BRL paid since `since`. Read from the sales: their ledger lines would take
 * seconds for a busy month. Dispute fees are not included.
 */
export async function listMarginsByMethod(db: Db, since: Date): Promise<MethodMargin[]> {
  const { rows } = await sql<MethodMargin>`
    SELECT payment_method AS method, count(*) AS sales, sum(sale.amount_cents)::bigint AS "amountCents",
      sum(platform_fee_cents - (2 * platform_fee_cents * taken.cents + sale.amount_cents) / (2 * sale.amount_cents))::bigint
        AS "platformCents",
      coalesce(sum(provider_fee_cents), 0)::bigint AS "providerCents"
    FROM sales sale
    LEFT JOIN (
      SELECT sale_id, sum(amount_cents) AS cents FROM (
        SELECT sale_id, amount_cents FROM refunds WHERE status NOT IN ('failed', 'returned')
        UNION ALL SELECT sale_id, amount_cents FROM disputes WHERE status = 'lost'
      ) gone GROUP BY sale_id
    ) back ON back.sale_id = sale.id
    CROSS JOIN LATERAL (SELECT least(sale.amount_cents, coalesce(back.cents, 0))::bigint AS cents) taken
    WHERE paid_at >= ${since} AND currency = 'BRL' AND NOT duplicate
    GROUP BY payment_method ORDER BY sum(sale.amount_cents) DESC`.execute(db);
  return rows;
}
