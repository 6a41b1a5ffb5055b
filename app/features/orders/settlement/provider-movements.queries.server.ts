import { sql } from "kysely";
import type { DatedFee } from "~/features/money/ledger/sale-timeline";
import type { Movement, MovementCategory } from "~/integrations/payments/payments";
import type { Db } from "~/platform/db.server";

/** The account's currency: the provider books everything in it. */
export const accountCurrency = "BRL";

export async function findNewestMovementTime(db: Db): Promise<Date | undefined> {
  const row = await db
    .selectFrom("provider_movements")
    .select("created_at")
    .orderBy("created_at", "desc")
    .limit(1)
    .executeTakeFirst();
  return row?.created_at;
}

/** Returns the sale's id if this is new, null for a new movement without a sale, undefined for a known one. */
export async function storeMovement(db: Db, movement: Movement): Promise<string | null | undefined> {
  const { sourceId: source = null, currency } = movement;
  const { rows } = await sql<{ sale_id: string | null }>`
    INSERT INTO provider_movements AS known (id, provider_type, category, amount_cents, fee_cents, net_cents, currency, source_id,
      sale_id, created_at)
    SELECT ${movement.movementId}, ${movement.providerType}, ${movement.category}, ${movement.amountCents}, ${movement.feeCents},
      ${movement.netCents}, ${currency}, ${source}, (
        SELECT id FROM sales WHERE currency = ${currency} AND (payment_id = (
            SELECT payments.id FROM payments WHERE payments.provider_charge_id = ${source})
          OR id = (SELECT sale_id FROM refunds WHERE provider_refund_id = ${source})
          OR id = (SELECT sale_id FROM disputes WHERE id = ${source}))
      ), ${movement.createdAt}
    ON CONFLICT (id) DO UPDATE SET sale_id = EXCLUDED.sale_id
      WHERE known.sale_id IS NULL AND EXCLUDED.sale_id IS NOT NULL
    RETURNING sale_id`.execute(db);
  return rows[0]?.sale_id;
}

export interface MovementFees {
  /** In cents; undefined until the charge's movement is known. */
  chargeCents: number | undefined;
  /** Of disputes and refunds, in cents. */
  otherCents: number;
  /** The part of `otherCents` for disputes. */
  disputeFees: DatedFee[];
}

/** SQL query of a sale's booked fees. `charge`: null until it is known. */
export function movementFeesOf(saleId: string) {
  return sql`
    SELECT (sum(fee_cents) FILTER (WHERE category = 'charge'))::bigint AS charge,
      coalesce(sum(fee_cents) FILTER (WHERE category <> 'charge'), 0)::bigint AS other,
      (SELECT coalesce(json_agg(json_build_object('cents', fee_cents, 'at', movement.created_at)
          ORDER BY movement.created_at, movement.id), '[]')
        FROM provider_movements movement JOIN disputes ON disputes.id = source_id AND disputes.sale_id = movement.sale_id
        WHERE movement.sale_id = ${saleId} AND category <> 'charge' AND fee_cents <> 0) AS dispute_fees
    FROM provider_movements WHERE sale_id = ${saleId}`;
}

export async function findMovement(db: Db, id: string) {
  return db.selectFrom("provider_movements").selectAll().where("id", "=", id).executeTakeFirst();
}

export async function linkMovement(db: Db, id: string, saleId: string): Promise<void> {
  await db
    .updateTable("provider_movements")
    .set({ sale_id: saleId })
    .where("id", "=", id)
    .where("sale_id", "is", null)
    .execute();
}

/** Such as of a rebuilt sale. */
export async function listLinkableMovements(db: Db): Promise<{ id: string; saleId: string }[]> {
  const { rows } = await sql<{ id: string; saleId: string }>`
    SELECT movement.id, sales.id AS "saleId"
    FROM provider_movements movement
    LEFT JOIN refunds ON refunds.provider_refund_id = movement.source_id
    LEFT JOIN disputes ON disputes.id = movement.source_id
    LEFT JOIN payments ON payments.provider_charge_id = movement.source_id
    LEFT JOIN sales charged ON charged.payment_id = payments.id
    JOIN sales ON sales.id = coalesce(charged.id, refunds.sale_id, disputes.sale_id) AND sales.currency = movement.currency
    WHERE movement.sale_id IS NULL AND movement.category NOT IN ('fee', 'payout', 'payout_reversal')
    ORDER BY movement.id`.execute(db);
  return rows;
}

/** Without a sale and not posted, or posted and linked to a sale since, as by a release that posts none. */
export async function listUnpostedMovements(db: Db): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    SELECT DISTINCT movement_id AS id FROM ledger_movement_positions
    WHERE NOT EXISTS (SELECT FROM ledger_entries WHERE movement_id = ledger_movement_positions.movement_id)
    UNION
    SELECT movement.id FROM ledger_entries entry
    JOIN ledger_lines line ON line.entry_id = entry.id
    JOIN provider_movements movement ON movement.id = entry.movement_id AND movement.sale_id IS NOT NULL
    GROUP BY movement.id, line.account HAVING sum(line.amount_cents) <> 0
    ORDER BY 1`.execute(db);
  return rows.map(({ id }) => id);
}

export interface AccountSums {
  currency: string;
  /** In cents. */
  movementsCents: number;
  /** At the provider, in cents. */
  ledgerCents: number;
}

/** The account's currency, and every other that has movements or entries. */
export async function sumAccount(db: Db): Promise<AccountSums[]> {
  const { rows } = await sql<AccountSums>`
    SELECT currency, sum(booked)::bigint AS "movementsCents", sum(posted)::bigint AS "ledgerCents"
    FROM (
      SELECT ${accountCurrency} AS currency, 0::bigint AS booked, 0::bigint AS posted
      UNION ALL SELECT currency, net_cents, 0 FROM provider_movements
      UNION ALL SELECT currency, 0, -balance_cents FROM ledger_balances WHERE account = 'provider'
      UNION ALL SELECT currency, 0, -amount_cents FROM ledger_lines WHERE creator_id IS NULL AND account = 'provider'
    ) part GROUP BY currency ORDER BY currency`.execute(db);
  return rows;
}

/** In cents of the account's currency. */
export async function sumUnexplained(db: Db): Promise<number> {
  const { rows } = await sql<{ cents: number }>`
    SELECT coalesce(sum(amount_cents), 0)::bigint AS cents FROM ledger_lines
    WHERE creator_id IS NULL AND account = 'unexplained' AND currency = ${accountCurrency}`.execute(db);
  return rows[0]?.cents ?? 0;
}

/**
 * Lists sales, movements, payouts and adjustments whose ledger balance with the provider differs from its movements.
 * `off_cents`: the provider's sum less the ledger's. Omits sales with an unsent refund or something after `before`.
 */
export async function listAllOff(db: Db, before: Date) {
  const { rows } = await sql<{ sale_id: string | null; id: string; currency: string; off_cents: number }>`
    SELECT sale_id, id, currency, sum(cents)::bigint AS off_cents
    FROM (
      SELECT sale_id, coalesce(sale_id::text, id) AS id, currency, net_cents AS cents, created_at AS at FROM provider_movements
      UNION ALL
      SELECT entry.sale_id, coalesce(entry.sale_id::text, entry.movement_id, entry.payout_id::text, entry.adjustment_id::text),
        line.currency, line.amount_cents, entry.created_at
      FROM ledger_lines line JOIN ledger_entries entry ON entry.id = line.entry_id WHERE line.account = 'provider'
    ) part
    GROUP BY sale_id, id, currency
    HAVING sum(cents) <> 0 AND (sale_id IS NULL OR max(at) < ${before} AND NOT EXISTS (
      SELECT FROM refunds WHERE sale_id = part.sale_id AND status = 'requested' AND channel = 'provider'))
    ORDER BY sale_id NULLS FIRST, id LIMIT ${maxListed}`.execute(db);
  return rows;
}

const maxListed = 500;

/** Like `listAllOff`, for the sales with a movement since `since`. */
export async function listSalesOff(db: Db, { since, before }: { since: Date; before: Date }) {
  const { rows } = await sql<{ sale_id: string; currency: string; off_cents: number }>`
    SELECT booked.sale_id, sales.currency, (booked.cents + posted.cents)::bigint AS off_cents
    FROM (
      SELECT sale_id, sum(net_cents) AS cents, max(created_at) AS newest FROM provider_movements
      WHERE sale_id IN (SELECT sale_id FROM provider_movements WHERE created_at >= ${since} AND sale_id IS NOT NULL)
      GROUP BY sale_id
    ) booked
    JOIN sales ON sales.id = booked.sale_id
    CROSS JOIN LATERAL (
      SELECT coalesce(sum(line.amount_cents), 0) AS cents
      FROM ledger_entries entry JOIN ledger_lines line ON line.entry_id = entry.id
      WHERE entry.sale_id = booked.sale_id AND line.account = 'provider'
    ) posted
    WHERE booked.newest < ${before} AND booked.cents + posted.cents <> 0
      AND NOT EXISTS (SELECT FROM refunds WHERE sale_id = booked.sale_id AND status = 'requested' AND channel = 'provider')
    ORDER BY booked.sale_id LIMIT ${maxListed}`.execute(db);
  return rows;
}

/** The most frequent first. */
export async function sumMovementsByCategory(db: Db, since: Date) {
  const { rows } = await sql<{
    provider_type: string;
    category: MovementCategory;
    movements: number;
    net_cents: number;
    fee_cents: number;
  }>`
    SELECT provider_type, category, count(*) AS movements, sum(net_cents)::bigint AS net_cents,
      sum(fee_cents)::bigint AS fee_cents
    FROM provider_movements WHERE created_at >= ${since} AND currency = ${accountCurrency}
    GROUP BY provider_type, category ORDER BY count(*) DESC, provider_type, category`.execute(db);
  return rows;
}
