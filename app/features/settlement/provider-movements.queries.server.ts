import { sql } from "kysely";
import type { Movement } from "~/integrations/payments/payments";
import type { Db } from "~/platform/db.server";

/** The account's currency: everything at the provider is booked in it. */
export const accountCurrency = "BRL";

/** When the newest movement that is stored was made. */
export async function findNewestMovementTime(db: Db): Promise<Date | undefined> {
  const row = await db
    .selectFrom("provider_movements")
    .select("created_at")
    .orderBy("created_at", "desc")
    .limit(1)
    .executeTakeFirst();
  return row?.created_at;
}

/**
 * Stores a movement with the sale that it is of, where that is known and in the same currency. Returns the sale where this
 * is new, null where there is none, undefined where nothing was new.
 */
export async function storeMovement(db: Db, movement: Movement): Promise<string | null | undefined> {
  const { sourceId: source = null, currency } = movement;
  const { rows } = await sql<{ sale_id: string | null }>`
    INSERT INTO provider_movements AS known (id, type, category, amount_cents, fee_cents, net_cents, currency, source_id,
      sale_id, created_at)
    SELECT ${movement.movementId}, ${movement.type}, ${movement.category}, ${movement.amountCents}, ${movement.feeCents},
      ${movement.netCents}, ${currency}, ${source}, (
        SELECT id FROM sales WHERE currency = ${currency} AND (charge_id = ${source}
          OR id = (SELECT sale_id FROM refunds WHERE provider_refund_id = ${source})
          OR id = (SELECT sale_id FROM disputes WHERE id = ${source}))
      ), ${movement.createdAt}
    ON CONFLICT (id) DO UPDATE SET sale_id = EXCLUDED.sale_id
      WHERE known.sale_id IS NULL AND EXCLUDED.sale_id IS NOT NULL
    RETURNING sale_id`.execute(db);
  return rows[0]?.sale_id;
}

export interface MovementFees {
  /** What the provider kept of the charge, in cents; undefined until its movement is known. */
  chargeCents: number | undefined;
  /** What it kept for disputes and refunds, in cents. */
  otherCents: number;
}

/** What the provider kept because of a sale, as it booked it. */
export async function findMovementFees(db: Db, saleId: string): Promise<MovementFees> {
  const { rows } = await sql<{ charge: number | null; other: number }>`
    SELECT (sum(fee_cents) FILTER (WHERE category = 'charge'))::bigint AS charge,
      coalesce(sum(fee_cents) FILTER (WHERE category <> 'charge'), 0)::bigint AS other
    FROM provider_movements WHERE sale_id = ${saleId}`.execute(db);
  return { chargeCents: rows[0]?.charge ?? undefined, otherCents: rows[0]?.other ?? 0 };
}

export interface AccountSums {
  /** What all movements add up to, in cents. */
  movementsCents: number;
  /** What the ledger has with the provider, and the movements that are of no sale, in cents. */
  ledgerCents: number;
}

/** What the account should hold, by its movements and by the ledger. */
export async function sumAccount(db: Db): Promise<AccountSums> {
  const { rows } = await sql<AccountSums>`
    SELECT (SELECT coalesce(sum(net_cents), 0)::bigint FROM provider_movements
        WHERE currency = ${accountCurrency}) AS "movementsCents",
      ((SELECT coalesce(sum(net_cents), 0) FROM provider_movements
          WHERE sale_id IS NULL AND currency = ${accountCurrency})
        - (SELECT coalesce(sum(balance_cents), 0) FROM ledger_balances
          WHERE account = 'provider' AND currency = ${accountCurrency}))::bigint AS "ledgerCents"`.execute(
    db,
  );
  return rows[0] ?? { movementsCents: 0, ledgerCents: 0 };
}

/** How many differences are listed: more than a person reads. */
const mostListed = 500;

/**
 * Sales whose movements, made between two moments, do not add up to what the ledger has with the provider because of them:
 * `offCents` is the provider's sum less the ledger's. A refund not yet sent, or a movement after the later moment, waits.
 */
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
    ORDER BY booked.sale_id LIMIT ${mostListed}`.execute(db);
  return rows;
}

/** Movements since a moment by type and category, the most first. */
export async function sumMovementsByCategory(db: Db, since: Date) {
  const { rows } = await sql<{
    type: string;
    category: string;
    movements: number;
    net_cents: number;
    fee_cents: number;
  }>`
    SELECT type, category, count(*) AS movements, sum(net_cents)::bigint AS net_cents,
      sum(fee_cents)::bigint AS fee_cents
    FROM provider_movements WHERE created_at >= ${since} AND currency = ${accountCurrency}
    GROUP BY type, category ORDER BY count(*) DESC, type, category`.execute(db);
  return rows;
}
