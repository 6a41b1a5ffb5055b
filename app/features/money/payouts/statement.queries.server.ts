import { sql } from "kysely";
import type { EntryReason } from "~/features/money/ledger/movement-position";
import type { Db } from "~/platform/db.server";

/** Balances in cents. */
interface StatementBounds {
  /** The line of the payout before, after which the statement begins. */
  afterLine: number;
  openingCents: number;
  lastLine: number;
  closingCents: number;
}

/** The line that deducted a payout's amount. */
const takenBy = (payoutId: ReturnType<typeof sql>) => sql`
  SELECT line.id, line.balance_after_cents AS cents
  FROM ledger_entries entry JOIN ledger_lines line ON line.entry_id = entry.id
  WHERE entry.payout_id = ${payoutId} AND line.account = 'creator' AND line.amount_cents < 0`;

/** From the creator's payout before, or the beginning. */
export async function findStatementBounds(
  db: Db,
  payout: { id: string; creator_id: string; created_at: Date },
): Promise<StatementBounds> {
  const { rows } = await sql<StatementBounds>`
    SELECT coalesce(earlier.id, 0) AS "afterLine", coalesce(earlier.cents, 0) AS "openingCents",
      own.id AS "lastLine", own.cents AS "closingCents"
    FROM (${takenBy(sql`${payout.id}`)}) own
    LEFT JOIN LATERAL (
      SELECT id FROM payouts WHERE creator_id = ${payout.creator_id} AND created_at < ${payout.created_at}
      ORDER BY created_at DESC, id DESC LIMIT 1
    ) previous ON true
    LEFT JOIN LATERAL (${takenBy(sql`previous.id`)}) earlier ON true`.execute(db);
  const [bounds] = rows;
  if (!bounds) throw new Error(`payout ${payout.id} is not in the ledger`);
  return bounds;
}

export interface StatementRow {
  id: number;
  created_at: Date;
  cents: number;
  balance: number;
  reason: EntryReason;
  /** The entry moved money to or from what disputes hold. */
  held: boolean;
  /** The video with its coupon's code, or the reason of an adjustment or return; null otherwise. */
  title: string | null;
  /** Frozen with the sale; null without one. */
  shareBp: number | null;
}

/** Omits entries that only moved a release day, which change no balance. No line names the buyer. */
export async function listStatementLines(
  db: Db,
  { creatorId, after, last, limit }: { creatorId: string; after: number; last: number; limit: number },
): Promise<StatementRow[]> {
  // Bounds by exactly the key of `ledger_lines_statement_idx`: by the id alone PostgreSQL may read everybody's lines
  // between, and with an equality beside them it begins at the creator's first line.
  const key = sql`(line.creator_id, line.currency, line.id)`;
  const { rows } = await sql<StatementRow>`
    SELECT line.id, line.created_at, line.amount_cents AS cents, line.balance_after_cents AS balance, entry.reason,
      whole.held, CASE WHEN entry.reason = 'return' THEN payouts.return_reason
        ELSE coalesce(videos.title || coalesce(' · cupom ' || sale_coupons.code, ''), ledger_adjustments.reason) END AS title,
      sales.platform_share_bp AS "shareBp"
    FROM ledger_lines line
    JOIN ledger_entries entry ON entry.id = line.entry_id
    CROSS JOIN LATERAL (
      SELECT sum(amount_cents) FILTER (WHERE account = 'creator') AS cents, bool_or(account = 'creator_held') AS held
      FROM ledger_lines WHERE entry_id = entry.id
    ) whole
    LEFT JOIN sales ON sales.id = entry.sale_id
    LEFT JOIN videos ON videos.id = sales.video_id
    LEFT JOIN sale_coupons ON sale_coupons.sale_id = sales.id
    LEFT JOIN payouts ON payouts.id = entry.payout_id
    LEFT JOIN ledger_adjustments ON ledger_adjustments.id = entry.adjustment_id
    WHERE ${key} > (${creatorId}::uuid, 'BRL', ${after}::bigint)
      AND ${key} <= (${creatorId}::uuid, 'BRL', ${last}::bigint)
      AND line.account = 'creator' AND whole.cents <> 0
    ORDER BY line.creator_id, line.currency, line.id LIMIT ${limit}`.execute(db);
  return rows;
}
