import { sql } from "kysely";
import type { Currency } from "~/i18n/money";
import type { Db } from "~/platform/db.server";
import type { Account, EntryReason, Posting } from "./movement-position";
import { type ReleaseDays, type ReleaseTerms, type Reserve, releaseDays } from "./release-rules";
import type { TradeDay } from "./sale-timeline";

export interface NewEntry {
  reason: EntryReason;
  /** Exactly one of saleId, payoutId, adjustmentId and movementId is set. */
  saleId?: string;
  payoutId?: string;
  adjustmentId?: string;
  movementId?: string;
  /** Null for a movement, which has no running balance. */
  creatorId: string | null;
  currency: Currency;
  /** They sum to zero; otherwise the commit fails. */
  postings: readonly Posting[];
  now: Date;
}

/**
 * Posts entries; locks the creator's balances and the totals of days. One statement locks the balances by account name,
 * then the days in order, so that concurrent transactions do not deadlock. A transaction therefore posts all entries of
 * a sale in one call.
 */
export async function insertEntries(db: Db, entries: readonly NewEntry[]): Promise<void> {
  const lines = entries
    .flatMap(({ postings }, at) => postings.map((posting) => ({ ...posting, place: at + 1 })))
    .sort((a, b) => (a.account < b.account ? -1 : a.account > b.account ? 1 : a.place - b.place));
  if (lines.length === 0) return;
  await sql`
    WITH wanted AS (
      SELECT * FROM unnest(${entries.map(({ reason }) => reason)}::text[],
        ${entries.map(({ saleId }) => saleId ?? null)}::uuid[], ${entries.map(({ payoutId }) => payoutId ?? null)}::uuid[],
        ${entries.map(({ adjustmentId }) => adjustmentId ?? null)}::uuid[],
        ${entries.map(({ movementId }) => movementId ?? null)}::text[],
        ${entries.map(({ creatorId }) => creatorId)}::uuid[], ${entries.map(({ currency }) => currency)}::text[],
        ${entries.map(({ now }) => now)}::timestamptz[]) WITH ORDINALITY
        AS entry (reason, sale_id, payout_id, adjustment_id, movement_id, creator_id, currency, created_at, place)
    ), added AS (
      INSERT INTO ledger_entries (reason, sale_id, payout_id, adjustment_id, movement_id, created_at)
      SELECT reason, sale_id, payout_id, adjustment_id, movement_id, created_at FROM wanted ORDER BY place
      RETURNING id
    ), placed AS (
      SELECT id, row_number() OVER (ORDER BY id) AS place FROM added
    )
    -- The balance is set by a trigger.
    INSERT INTO ledger_lines (entry_id, creator_id, account, currency, amount_cents, available_at, balance_after_cents, created_at)
    SELECT placed.id, wanted.creator_id, line.account, wanted.currency, line.cents, line.available_at, 0, wanted.created_at
    FROM unnest(${lines.map(({ place }) => place)}::bigint[], ${lines.map(({ account }) => account)}::text[],
      ${lines.map(({ cents }) => cents)}::bigint[], ${lines.map(({ availableAt }) => availableAt)}::timestamptz[])
      WITH ORDINALITY AS line (place, account, cents, available_at, position)
    JOIN wanted USING (place) JOIN placed USING (place)
    ORDER BY line.position`.execute(db);
}

export async function insertEntry(db: Db, entry: NewEntry): Promise<void> {
  await insertEntries(db, [entry]);
}

/** By account and release day. */
export async function sumPostings(
  db: Db,
  subject: "sale_id" | "movement_id",
  id: string,
): Promise<Posting[]> {
  const rows = await db
    .selectFrom("ledger_entries")
    .innerJoin("ledger_lines", "ledger_lines.entry_id", "ledger_entries.id")
    .select(({ fn }) => ["account", "available_at", fn.sum<number>("amount_cents").as("cents")])
    .where(subject, "=", id)
    .groupBy(["account", "available_at"])
    .execute();
  return rows.map(({ account, available_at, cents }) => ({
    account,
    availableAt: available_at,
    cents: Number(cents),
  }));
}

/**
 * The bank balance in the ledger before an instant, in cents of BRL; positive for money that the platform has. Reads
 * the running balances less later lines.
 */
export async function sumBank(db: Db, before: Date): Promise<number> {
  const { rows } = await sql<{ cents: number }>`
    SELECT -coalesce(sum(cents), 0)::bigint AS cents FROM (
      SELECT balance_cents AS cents FROM ledger_balances WHERE account IN ('bank', 'paid_out') AND currency = 'BRL'
      UNION ALL
      SELECT amount_cents FROM ledger_lines WHERE creator_id IS NULL AND account = 'bank' AND currency = 'BRL'
      UNION ALL
      SELECT -amount_cents FROM ledger_lines
      WHERE created_at >= ${before} AND account IN ('bank', 'paid_out') AND currency = 'BRL'
    ) AS part`.execute(db);
  return rows[0]?.cents ?? 0;
}

export async function listSaleLines(db: Db, saleId: string) {
  return db
    .selectFrom("ledger_entries")
    .innerJoin("ledger_lines", "ledger_lines.entry_id", "ledger_entries.id")
    .select([
      "entry_id",
      "reason",
      "ledger_entries.created_at",
      "account",
      "amount_cents",
      "currency",
      "available_at",
    ])
    .where("sale_id", "=", saleId)
    .orderBy("entry_id")
    .orderBy("ledger_lines.id")
    .execute();
}

/**
 * Selects what the creator earns by a sale, for a lateral join. `cents` includes what a dispute holds; `released_at` is
 * null if nothing was posted to be paid. `saleId`: the column. A moved release date is posted as a new credit.
 */
export function saleEarning(saleId: string) {
  return sql<{ cents: number; released_at: Date | null }>`(
    SELECT coalesce(sum(amount_cents), 0)::bigint AS cents,
      (array_agg(available_at ORDER BY ledger_lines.id DESC)
        FILTER (WHERE account = 'creator' AND amount_cents > 0))[1] AS released_at
    FROM ledger_entries JOIN ledger_lines ON ledger_lines.entry_id = ledger_entries.id
    WHERE ledger_entries.sale_id = ${sql.ref(saleId)} AND account IN ('creator', 'creator_held'))`;
}

/**
 * SQL: a party's share of a sale in cents. `saleId`: the column. Settlements read the columns of the locked sale instead
 * of `sale_shares` and `payments`, because a joined row is as old as the snapshot of the statement.
 */
export function shareOf(party: "creator" | "platform", saleId = "sales.id") {
  return sql<number>`(SELECT sale_shares.amount_cents FROM sale_shares
    WHERE sale_shares.sale_id = ${sql.ref(saleId)} AND sale_shares.party = ${sql.lit(party)})`;
}

/** SQL: the id of the payment with this id of the provider, or null. */
export function paymentNamed(providerPaymentId: string | null) {
  return sql<string>`(SELECT payments.id FROM payments WHERE payments.provider_payment_id = ${providerPaymentId})`;
}

export interface SaleLedger {
  postings: Posting[];
  /** By reason and day in São Paulo, without the provider's accounts; `at`: the newest date. */
  tradeDays: TradeDay[];
}

/** A JSON list for `readSaleLedger`. */
export function saleLedgerJson(saleId: string) {
  return sql<PostedRow[]>`(
    SELECT coalesce(json_agg(posted), '[]') FROM (
      SELECT reason, to_char(entry.created_at AT TIME ZONE interval '-3 hours', 'YYYY-MM-DD') AS day,
        max(entry.created_at) AS at, account, available_at AS "availableAt", sum(amount_cents)::bigint AS cents
      FROM ledger_entries entry JOIN ledger_lines line ON line.entry_id = entry.id
      WHERE sale_id = ${saleId}
      GROUP BY 1, 2, 4, 5
    ) AS posted)`;
}

export function readSaleLedger(rows: readonly PostedRow[]): SaleLedger {
  const days = new Map<string, TradeDay>();
  for (const { reason, day, at: reported, account, cents } of rows) {
    if (!isTradeReason(reason) || account === "provider" || account === "provider_fees") continue;
    const at = new Date(reported);
    const known = days.get(`${reason} ${day}`) ?? { reason, day, at, cents: new Map() };
    if (at > known.at) known.at = at;
    known.cents.set(account, (known.cents.get(account) ?? 0) + cents);
    days.set(`${reason} ${day}`, known);
  }
  const postings = rows.map(({ account, availableAt, cents }) => ({
    account,
    availableAt: availableAt === null ? null : new Date(availableAt),
    cents,
  }));
  return { postings, tradeDays: [...days.values()] };
}

interface PostedRow {
  reason: EntryReason;
  day: string;
  /** Times are text in JSON. */
  at: string;
  account: Account;
  availableAt: string | null;
  cents: number;
}

function isTradeReason(reason: EntryReason): reason is TradeDay["reason"] {
  return reason === "sale" || reason === "refund" || reason === "dispute";
}

/**
 * Condition on `sales` that do not prevent the buyer's own purchase: a gift, or a pending payment that was set aside to
 * pay in another way and may still arrive.
 */
export const isGiftOrSetAside = sql<boolean>`(sales.is_gift OR (sales.status = 'processing' AND sales.set_aside_at IS NOT NULL))`;

export interface ReleaseTermsJson {
  days: ReleaseDays;
  reserve: Reserve | null;
}

/** Terms of a creator's sales paid at an instant; null: not paid yet. */
export function releaseTermsJson(creatorId: string, paidAt: Date | null) {
  return sql<ReleaseTermsJson>`(
    SELECT json_build_object('days', json_build_object(
        'pix', release_days('pix', at), 'boleto', release_days('boleto', at), 'card', release_days('card', at)),
      'reserve', (SELECT row_to_json(reserve) FROM reserve_of(${creatorId}::uuid, at) AS reserve))
    FROM (SELECT ${paidAt}::timestamptz AS at) AS paid)`;
}

export function readReleaseTerms(json: ReleaseTermsJson | undefined): ReleaseTerms {
  return { days: json?.days ?? releaseDays, reserve: json?.reserve ?? undefined };
}
