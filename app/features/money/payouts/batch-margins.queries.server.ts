import { sql } from "kysely";
import type { Db } from "~/platform/db.server";

/** Cents of BRL of the sales that a batch pays for. */
export interface BatchMargins {
  /** Paid by buyers, less what went back to them. */
  grossCents: number;
  /** The platform's share. */
  platformCents: number;
  /** Kept by the payment provider. */
  providerCents: number;
}

/**
 * Returns the margins of a batch from the ledger: of every sale whose earnings are on the statements of its payouts. A
 * statement begins after the creator's payout before it.
 */
export async function sumBatchMargins(db: Db, batchId: string): Promise<BatchMargins> {
  const { rows } = await sql<BatchMargins>`
    WITH own AS (
      SELECT payout.creator_id, taken.id AS last_line, coalesce(earlier.id, 0) AS after_line
      FROM payouts payout
      JOIN ledger_entries entry ON entry.payout_id = payout.id
      JOIN ledger_lines taken ON taken.entry_id = entry.id AND taken.account = 'creator' AND taken.amount_cents < 0
      LEFT JOIN LATERAL (
        SELECT line.id FROM payouts previous
        JOIN ledger_entries before ON before.payout_id = previous.id
        JOIN ledger_lines line ON line.entry_id = before.id AND line.account = 'creator' AND line.amount_cents < 0
        WHERE previous.creator_id = payout.creator_id AND previous.created_at < payout.created_at
        ORDER BY previous.created_at DESC, previous.id DESC LIMIT 1
      ) earlier ON true
      WHERE payout.batch_id = ${batchId}
    ), paid_for AS (
      SELECT DISTINCT entry.sale_id
      FROM own JOIN ledger_lines line ON line.creator_id = own.creator_id AND line.currency = 'BRL'
        AND line.id > own.after_line AND line.id <= own.last_line AND line.account = 'creator'
      JOIN ledger_entries entry ON entry.id = line.entry_id AND entry.sale_id IS NOT NULL
    )
    SELECT
      coalesce(sum(line.amount_cents) FILTER (WHERE line.account IN ('creator', 'creator_held', 'platform', 'platform_held')), 0)::bigint
        AS "grossCents",
      coalesce(sum(line.amount_cents) FILTER (WHERE line.account IN ('platform', 'platform_held')), 0)::bigint AS "platformCents",
      coalesce(-sum(line.amount_cents) FILTER (WHERE line.account IN ('provider_fees', 'dispute_fees')), 0)::bigint AS "providerCents"
    FROM paid_for JOIN ledger_entries entry ON entry.sale_id = paid_for.sale_id
    JOIN ledger_lines line ON line.entry_id = entry.id`.execute(db);
  const [margins] = rows;
  return margins ?? { grossCents: 0, platformCents: 0, providerCents: 0 };
}
