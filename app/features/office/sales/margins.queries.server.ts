import { type RawBuilder, sql } from "kysely";
import type { PaymentMethod } from "~/features/money/ledger/sale-status";
import type { Db } from "~/platform/db.server";

/** Add up to the platform's margin: revenue less provider fees and losses. */
const marginAccounts = ["platform", "platform_held", "provider_fees", "dispute_fees", "loss"] as const;

/** On `sales`: the platform's margin in cents; may be negative, null without ledger lines. */
export const saleMargin: RawBuilder<number | null> = sql`(
  SELECT sum(ledger_lines.amount_cents)::bigint FROM ledger_entries
    JOIN ledger_lines ON ledger_lines.entry_id = ledger_entries.id
  WHERE ledger_entries.sale_id = sales.id
    AND ledger_lines.account IN (${sql.join(marginAccounts.map((account) => sql.lit(account)))}))`;

interface MethodMargin {
  method: PaymentMethod | null;
  sales: number;
  /** Cents of BRL: paid by buyers, kept by the platform after refunds, kept by the provider. */
  amountCents: number;
  platformCents: number;
  providerCents: number;
}

/** BRL only. Read from the sales: ledger lines take seconds for a busy month. Excludes dispute fees. */
export async function listMarginsByMethod(db: Db, since: Date): Promise<MethodMargin[]> {
  const { rows } = await sql<MethodMargin>`
    SELECT payment_method AS method, count(*) AS sales, sum(sale.amount_cents)::bigint AS "amountCents",
      sum(share.amount_cents - (2 * share.amount_cents * taken.cents + sale.amount_cents) / (2 * sale.amount_cents))::bigint
        AS "platformCents",
      coalesce(sum(provider_fee_cents), 0)::bigint AS "providerCents"
    FROM sales sale
    JOIN sale_shares share ON share.sale_id = sale.id AND share.party = 'platform'
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
