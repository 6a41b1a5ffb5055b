import { sql } from "kysely";
import { minimumPayoutNow, minimumPayoutOf } from "~/features/money/fees/minimum-payout.queries.server";
import { toChange } from "~/features/money/payees/details.queries.server";
import type { DetailsChange } from "~/features/money/payees/details-hold";
import type { PayoutDetails } from "~/features/money/payees/payee";
import type { Day } from "~/i18n/days";
import type { Db } from "~/platform/db.server";

/** In cents of BRL, as all payouts. */
export interface Balance {
  /** Negative if refunds took back what had been paid out. */
  owedCents: number;
  /** A negative amount is deducted from the next earnings. */
  payableCents: number;
  laterCents: number;
  /** Held by open disputes; not part of `owedCents`. */
  heldCents: number;
  inTransitCents: number;
  paidOutCents: number;
}

type Sql = ReturnType<typeof sql>;

/** From the index alone (`ledger_lines_available_idx`). */
const releasedLater = (creatorId: Sql, now: Date) => sql`
  SELECT available_at, sum(amount_cents) AS cents FROM ledger_lines
  WHERE creator_id = ${creatorId} AND currency = 'BRL' AND account = 'creator' AND available_at > ${now}
  GROUP BY available_at`;

/** A debit counts at once, also one after an administrator saw the batch. */
const sumOf = (released: Sql) => sql`
  (SELECT coalesce(sum(greatest(released.cents, 0)), 0)::bigint AS cents FROM ${released} AS released)`;

/** What a creator is not paid yet, as `cents`. */
export const later = (creatorId: Sql, now: Date) => sumOf(sql`(${releasedLater(creatorId, now)})`);

/** With later releases by day. One statement, so that its parts are consistent. */
export async function findBalance(
  db: Db,
  creatorId: string,
  now: Date,
): Promise<Balance & { releases: DatedRelease[] }> {
  const of = (account: string) =>
    sql`coalesce(sum(balance_cents) FILTER (WHERE account = ${account}), 0)::bigint`;
  type Row = Record<"owed" | "held" | "transit" | "paid" | "later", number> & { releases: DatedRelease[] };
  const { rows } = await sql<Row>`
    WITH released_later AS MATERIALIZED (${releasedLater(sql`${creatorId}::uuid`, now)})
    SELECT ${of("creator")} AS owed, ${of("creator_held")} AS held, ${of("in_transit")} AS transit,
      ${of("paid_out")} AS paid, ${sumOf(sql`released_later`)} AS later,
      (SELECT coalesce(json_agg(dated), '[]') FROM ${byDay(sql`released_later`)} AS dated) AS releases
    FROM ledger_balances WHERE creator_id = ${creatorId} AND currency = 'BRL'`.execute(db);
  const row = rows[0] ?? { owed: 0, held: 0, transit: 0, paid: 0, later: 0, releases: [] };
  return {
    owedCents: row.owed,
    payableCents: row.owed - row.later,
    laterCents: row.later,
    heldCents: row.held,
    inTransitCents: row.transit,
    paidOutCents: row.paid,
    releases: row.releases,
  };
}

interface DatedRelease {
  day: Day;
  cents: number;
}

/** More days than the longest reserve has (`reserveLimits`). */
const releaseDaysShown = 190;

/**
 * Soonest first, in São Paulo: always three hours behind UTC since 2019 (Decreto 9.772/2019). Looking the zone up for
 * each line takes fifty times as long.
 */
const byDay = (released: Sql) => sql<DatedRelease>`(
  SELECT to_char(date, 'YYYY-MM-DD') AS day, cents FROM (
    SELECT (available_at AT TIME ZONE interval '-3 hours')::date AS date, sum(released.cents)::bigint AS cents
    FROM ${released} AS released
    GROUP BY 1 HAVING sum(released.cents) <> 0 ORDER BY 1 LIMIT ${releaseDaysShown}
  ) AS summed)`;

export async function listReleases(
  db: Db,
  { creatorIds, now }: { creatorIds: readonly string[]; now: Date },
): Promise<(DatedRelease & { creatorId: string })[]> {
  if (creatorIds.length === 0) return [];
  const { rows } = await sql<DatedRelease & { creatorId: string }>`
    SELECT creator.id AS "creatorId", released.day, released.cents
    FROM unnest(${creatorIds}::uuid[]) AS creator (id)
    CROSS JOIN LATERAL ${byDay(sql`(${releasedLater(sql`creator.id`, now)})`)} AS released
    ORDER BY creator.id, released.day`.execute(db);
  return rows;
}

export interface DatedDetails {
  saved: PayoutDetails;
  change: DetailsChange | undefined;
}

/** An erased creator's last payee, to whom returned money is owed (docs/decisions/0073). */
export const keptPayee = (creatorId: ReturnType<typeof sql>) => sql`
  LEFT JOIN LATERAL (
    SELECT payee_name, payment_method, pix_key, bank_name, bank_account_number, bank_code, bank_branch,
      bank_holder_tax_id, card_last4, card_holder_name
    FROM payouts WHERE users.erased_at IS NOT NULL AND payouts.creator_id = ${creatorId}
    ORDER BY created_at DESC, id DESC LIMIT 1
  ) kept ON true`;

/** Of `users`, `creator_profiles` as `profile`, and `keptPayee`. */
const detailsColumns = sql`
  coalesce(kept.payee_name, profile.full_name, '') AS full_name, users.suspended_at IS NOT NULL AS suspended,
  coalesce(kept.payment_method, profile.payment_method, 'pix') AS payment_method,
  coalesce(kept.pix_key, profile.pix_key) AS pix_key, coalesce(kept.bank_name, profile.bank_name) AS bank_name,
  coalesce(kept.bank_account_number, profile.bank_account_number) AS bank_account_number,
  coalesce(kept.bank_code, profile.bank_code) AS bank_code,
  coalesce(kept.bank_branch, profile.bank_branch) AS bank_branch,
  coalesce(kept.bank_holder_tax_id, profile.bank_holder_tax_id) AS bank_holder_tax_id,
  coalesce(kept.card_last4, profile.card_last4) AS card_last4,
  coalesce(kept.card_holder_name, profile.card_holder_name) AS card_holder_name`;

/** Read by `toDatedDetails`; of `users`, `creator_profiles` and `lastChange`. */
export const datedColumns = sql`${detailsColumns}, change.replaced, change.changed_at, change.effective_at`;

export const lastChange = (creatorId: ReturnType<typeof sql>) => sql`
  LEFT JOIN LATERAL (
    SELECT replaced, changed_at, effective_at FROM payout_details_changes
    WHERE creator_id = ${creatorId} AND cancelled_at IS NULL ORDER BY id DESC LIMIT 1
  ) change ON true`;

export type DatedRow = PayoutDetails & {
  replaced: unknown;
  changed_at: Date | null;
  effective_at: Date | null;
};

export function toDatedDetails<Row extends DatedRow>(row: Row) {
  const { replaced, changed_at, effective_at, suspended, full_name, payment_method, ...more } = row;
  const { pix_key, bank_name, bank_account_number, card_last4, card_holder_name, ...others } = more;
  const { bank_code, bank_branch, bank_holder_tax_id, ...rest } = others;
  return {
    ...rest,
    saved: {
      suspended,
      full_name,
      payment_method,
      pix_key,
      bank_name,
      bank_account_number,
      bank_code,
      bank_branch,
      bank_holder_tax_id,
      card_last4,
      card_holder_name,
    },
    change: changed_at && effective_at ? toChange({ replaced, changed_at, effective_at }) : undefined,
  };
}

interface CreatorBalance extends DatedDetails {
  creator_id: string;
  owed: number;
  later: number;
  held: number;
  transit: number;
  /** Minimum payout, in cents. */
  minimum: number;
}

export interface OwedCursor {
  cents: number;
  creatorId: string;
}

export const creatorsPerPage = 25;

/** Highest debt first, and one row more if there is a next page. */
export async function listOwedCreators(
  db: Db,
  { after, now }: { after: OwedCursor | undefined; now: Date },
): Promise<CreatorBalance[]> {
  const past = after ? sql`(owed, creator_id) < (${after.cents}, ${after.creatorId})` : sql`true`;
  const { rows } = await sql<DatedRow & Omit<CreatorBalance, keyof DatedDetails>>`
    SELECT page.*, later.cents AS later, ${minimumPayoutOf(sql`page.creator_id`)} AS minimum, ${datedColumns}
    FROM (
      SELECT * FROM (
        SELECT creator_id,
          coalesce(sum(balance_cents) FILTER (WHERE account = 'creator'), 0)::bigint AS owed,
          coalesce(sum(balance_cents) FILTER (WHERE account = 'creator_held'), 0)::bigint AS held,
          coalesce(sum(balance_cents) FILTER (WHERE account = 'in_transit'), 0)::bigint AS transit
        FROM ledger_balances
        WHERE currency = 'BRL' AND account IN ('creator', 'creator_held', 'in_transit')
        GROUP BY creator_id HAVING bool_or(balance_cents <> 0)
      ) everyone
      WHERE ${past} ORDER BY owed DESC, creator_id DESC LIMIT ${creatorsPerPage + 1}
    ) page
    JOIN users ON users.id = page.creator_id
    LEFT JOIN creator_profiles profile ON user_id = page.creator_id
    ${keptPayee(sql`page.creator_id`)}
    CROSS JOIN LATERAL ${later(sql`page.creator_id`, now)} AS later
    ${lastChange(sql`page.creator_id`)}
    ORDER BY owed DESC, page.creator_id DESC`.execute(db);
  return rows.map(toDatedDetails);
}

export function mostOwed(limit: number) {
  return sql<PayoutDetails>`(
    SELECT ${detailsColumns}
    FROM (
      SELECT creator_id FROM ledger_balances
      WHERE account = 'creator' AND currency = 'BRL' AND balance_cents >= ${minimumPayoutNow}
      ORDER BY balance_cents DESC, creator_id LIMIT ${limit}
    ) owed
    JOIN users ON users.id = owed.creator_id
    LEFT JOIN creator_profiles profile ON user_id = owed.creator_id
    ${keptPayee(sql`owed.creator_id`)})`;
}

export async function holdCreators(db: Db, creatorIds: readonly string[]): Promise<void> {
  await db.selectFrom("users").select("id").where("id", "in", creatorIds).orderBy("id").forShare().execute();
}

/** In id order, to avoid deadlocks. */
export async function lockBalances(db: Db, creatorIds: readonly string[]): Promise<void> {
  await sql`SELECT ledger_lock_balances(${creatorIds}::uuid[])`.execute(db);
}
