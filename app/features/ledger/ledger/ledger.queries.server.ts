import { sql } from "kysely";
import type { Currency } from "~/features/base/money/currency";
import type { Db } from "~/platform/db.server";
import type { Account, EntryReason, Posting } from "./accounts";
import type { TradeDay } from "./sale-timeline";

export interface NewEntry {
  reason: EntryReason;
  /** One of the four. */
  saleId?: string;
  payoutId?: string;
  adjustmentId?: string;
  movementId?: string;
  /** Null for a movement, whose lines belong to nobody and have no running balance. */
  creatorId: string | null;
  currency: Currency;
  /** They sum to zero, or the transaction will not commit. */
  postings: readonly Posting[];
  now: Date;
}

/**
 * Posts an entry in the given transaction. Locks the creator's balances until it ends, in the order of the accounts'
 * names, to avoid deadlocks.
 */
export async function insertEntry(db: Db, entry: NewEntry): Promise<void> {
  const { id } = await db
    .insertInto("ledger_entries")
    .values({
      reason: entry.reason,
      sale_id: entry.saleId ?? null,
      payout_id: entry.payoutId ?? null,
      adjustment_id: entry.adjustmentId ?? null,
      movement_id: entry.movementId ?? null,
      created_at: entry.now,
    })
    .returning("id")
    .executeTakeFirstOrThrow();
  const inOrder = [...entry.postings].sort((a, b) => (a.account < b.account ? -1 : 1));
  await db
    .insertInto("ledger_lines")
    .values(
      inOrder.map(({ account, cents, availableAt }) => ({
        entry_id: id,
        creator_id: entry.creatorId,
        account,
        currency: entry.currency,
        amount_cents: cents,
        available_at: availableAt,
        // Set by a trigger.
        balance_after_cents: 0,
        created_at: entry.now,
      })),
    )
    .execute();
}

/** Returns what is posted for a sale, by account and release day. */
export async function sumSalePostings(db: Db, saleId: string): Promise<Posting[]> {
  return sumPostings(db, "sale_id", saleId);
}

/** Returns what is posted for a provider's movement, by account. */
export async function sumMovementPostings(db: Db, movementId: string): Promise<Posting[]> {
  return sumPostings(db, "movement_id", movementId);
}

async function sumPostings(db: Db, subject: "sale_id" | "movement_id", id: string): Promise<Posting[]> {
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

/** Returns the lines of a sale's entries, in the order of posting. */
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

/** A release date that is moved is posted as a new credit. */
const newestRelease = sql<Date | null>`
  (array_agg(available_at ORDER BY ledger_lines.id DESC) FILTER (WHERE account = 'creator' AND amount_cents > 0))[1]`;

interface SaleEarning {
  /** Also what a dispute holds. */
  cents: number;
  /** Null where nothing was posted for the creator to be paid. */
  releasedAt: Date | null;
}

/** Returns creators' current earnings by sale, with the release date. Sales without any are left out. */
export async function listSaleEarnings(
  db: Db,
  saleIds: readonly string[],
): Promise<Map<string, SaleEarning>> {
  if (saleIds.length === 0) return new Map();
  const rows = await db
    .selectFrom("ledger_entries")
    .innerJoin("ledger_lines", "ledger_lines.entry_id", "ledger_entries.id")
    .select(({ fn }) => [
      "sale_id",
      fn.sum<number>("amount_cents").as("cents"),
      newestRelease.as("released_at"),
    ])
    .where("sale_id", "in", saleIds)
    .where("account", "in", ["creator", "creator_held"])
    .groupBy("sale_id")
    .execute();
  return new Map(
    rows.map(({ sale_id, cents, released_at }) => [
      sale_id ?? "",
      { cents: Number(cents), releasedAt: released_at },
    ]),
  );
}

/**
 * Returns what is posted for a sale: by account and release day; and for its payment, refunds and disputes, by reason
 * and day in São Paulo, without the provider's accounts; `at`: the newest date of that day.
 */
export async function findSaleLedger(
  db: Db,
  saleId: string,
): Promise<{ postings: Posting[]; tradeDays: TradeDay[] }> {
  const { rows } = await sql<Omit<TradeDay, "cents" | "reason"> & PostedRow>`
    SELECT reason, to_char(entry.created_at AT TIME ZONE interval '-3 hours', 'YYYY-MM-DD') AS day,
      max(entry.created_at) AS at, account, available_at AS "availableAt", sum(amount_cents)::bigint AS sum
    FROM ledger_entries entry JOIN ledger_lines line ON line.entry_id = entry.id
    WHERE sale_id = ${saleId}
    GROUP BY 1, 2, 4, 5`.execute(db);
  const days = new Map<string, TradeDay>();
  for (const { reason, day, at, account, sum } of rows) {
    if (!isTradeReason(reason) || account === "provider" || account === "provider_fees") continue;
    const known = days.get(`${reason} ${day}`) ?? { reason, day, at, cents: new Map() };
    if (at > known.at) known.at = at;
    known.cents.set(account, (known.cents.get(account) ?? 0) + Number(sum));
    days.set(`${reason} ${day}`, known);
  }
  const postings = rows.map(({ account, availableAt, sum }) => ({
    account,
    availableAt,
    cents: Number(sum),
  }));
  return { postings, tradeDays: [...days.values()] };
}

interface PostedRow {
  reason: EntryReason;
  account: Account;
  availableAt: Date | null;
  sum: number;
}

function isTradeReason(reason: EntryReason): reason is TradeDay["reason"] {
  return reason === "sale" || reason === "refund" || reason === "dispute";
}
