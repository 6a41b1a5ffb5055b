import { sql } from "kysely";
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

/**
 * Stores a movement with its sale, where that is known and in the same currency. Returns the sale's id where this is new,
 * null for a new movement without a sale, undefined for a known one.
 */
export async function storeMovement(db: Db, movement: Movement): Promise<string | null | undefined> {
  const { sourceId: source = null, currency } = movement;
  const { rows } = await sql<{ sale_id: string | null }>`
    INSERT INTO provider_movements AS known (id, provider_type, category, amount_cents, fee_cents, net_cents, currency, source_id,
      sale_id, created_at)
    SELECT ${movement.movementId}, ${movement.providerType}, ${movement.category}, ${movement.amountCents}, ${movement.feeCents},
      ${movement.netCents}, ${currency}, ${source}, (
        SELECT id FROM sales WHERE currency = ${currency} AND (provider_charge_id = ${source}
          OR id = (SELECT sale_id FROM refunds WHERE provider_refund_id = ${source})
          OR id = (SELECT sale_id FROM disputes WHERE id = ${source}))
      ), ${movement.createdAt}
    ON CONFLICT (id) DO UPDATE SET sale_id = EXCLUDED.sale_id
      WHERE known.sale_id IS NULL AND EXCLUDED.sale_id IS NOT NULL
    RETURNING sale_id`.execute(db);
  return rows[0]?.sale_id;
}

export interface MovementFees {
  /** The charge's fee, in cents; undefined until its movement is known. */
  chargeCents: number | undefined;
  /** The fees of disputes and refunds, in cents. */
  otherCents: number;
}

/** Returns the query of a sale's fees as the provider booked them: one row with `charge`, null until it is known, and `other`. */
export function movementFeesOf(saleId: string) {
  return sql<{ charge: number | null; other: number }>`
    SELECT (sum(fee_cents) FILTER (WHERE category = 'charge'))::bigint AS charge,
      coalesce(sum(fee_cents) FILTER (WHERE category <> 'charge'), 0)::bigint AS other
    FROM provider_movements WHERE sale_id = ${saleId}`;
}

export interface AccountSums {
  /** The sum of all movements, in cents. */
  movementsCents: number;
  /** The ledger's balance with the provider plus the movements without a sale, in cents. */
  ledgerCents: number;
}

/** Returns the account's balance by its movements and by the ledger. */
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

const mostListed = 500;

/**
 * Returns the sales with a movement since a moment whose movements are not what the ledger has with the provider;
 * `off_cents`: the provider's sum less the ledger's. Sales with an unsent refund or a movement after `before` are left out.
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

/** Returns the movements since a moment by type and category, the most frequent first. */
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
