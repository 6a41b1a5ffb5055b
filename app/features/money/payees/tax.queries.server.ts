import { sql } from "kysely";
import { minimumPayoutNow } from "~/features/money/fees/minimum-payout.queries.server";
import type { Db } from "~/platform/db.server";

/** A creator's month, in cents of BRL. */
export interface MonthFigures {
  /** In São Paulo. */
  month: string;
  /** Paid by buyers, without double payments. */
  grossCents: number;
  /** Returned to buyers, or lost in disputes: `grossCents` less `commissionCents` and `earnedCents`. */
  backCents: number;
  /** After refunds and disputes. */
  commissionCents: number;
  /** After refunds and disputes. */
  earnedCents: number;
  adjustedCents: number;
  /** Less returns from the bank. */
  paidCents: number;
}

/** Of the month's commission (NFS-e); null before its number was imported. */
interface MonthInvoice {
  invoiceNumber: string | null;
  invoiceLink: string | null;
}

interface Span {
  from: Date;
  to: Date;
}

/** An open dispute moves money between these, which changes no sum here. */
const own = sql`account IN ('creator', 'creator_held')`;
const platform = sql`account IN ('platform', 'platform_held')`;
const either = sql`account IN ('creator', 'creator_held', 'platform', 'platform_held')`;
const adjusting = sql`reason IN ('adjustment', 'writeOff', 'repayment')`;
/** Sales, refunds and disputes, each on its fact's day (docs/decisions/0027). */
const trade = sql`reason NOT IN ('payout', 'return', 'adjustment', 'writeOff', 'repayment')`;

const sums = sql`
  coalesce(sum(amount_cents) FILTER (WHERE ${either} AND reason = 'sale'), 0)::bigint AS "grossCents",
  coalesce(-sum(amount_cents) FILTER (WHERE ${either} AND ${trade} AND reason <> 'sale'), 0)::bigint AS "backCents",
  coalesce(sum(amount_cents) FILTER (WHERE ${platform} AND ${trade}), 0)::bigint AS "commissionCents",
  coalesce(sum(amount_cents) FILTER (WHERE ${own} AND ${trade}), 0)::bigint AS "earnedCents",
  coalesce(sum(amount_cents) FILTER (WHERE ${own} AND ${adjusting}), 0)::bigint AS "adjustedCents",
  coalesce(sum(amount_cents) FILTER (WHERE account = 'paid_out' AND reason IN ('payout', 'return')), 0)::bigint AS "paidCents"`;

/** The tax month of a fact: that of its ledger entry, in São Paulo. */
const month = sql`to_char(line.created_at AT TIME ZONE interval '-3 hours', 'YYYY-MM')`;

/** Months with sales, returns, adjustments or payouts, oldest first. */
export async function listMonthFigures(
  db: Db,
  { creatorId, from, to }: Span & { creatorId: string },
): Promise<(MonthFigures & MonthInvoice)[]> {
  const { rows } = await sql<MonthFigures & MonthInvoice>`
    SELECT figures.*, invoice.number AS "invoiceNumber", invoice.link AS "invoiceLink"
    FROM (
      SELECT ${month} AS month, ${sums}
      FROM ledger_lines line JOIN ledger_entries entry ON entry.id = line.entry_id
      WHERE line.creator_id = ${creatorId}::uuid AND line.currency = 'BRL'
        AND line.created_at >= ${from} AND line.created_at < ${to}
      GROUP BY 1
    ) figures
    LEFT JOIN commission_invoices invoice ON invoice.creator_id = ${creatorId}::uuid AND invoice.month = figures.month
    ORDER BY figures.month`.execute(db);
  // The provider's fee alone changes nothing for the creator.
  return rows.filter(({ month: _, invoiceNumber: _number, invoiceLink: _link, ...cents }) =>
    Object.values(cents).some((sum) => Number(sum) !== 0),
  );
}

export interface CreatorMonth extends MonthFigures, MonthInvoice {
  creatorId: string;
  name: string;
  email: string;
  /** Encrypted; null if not given. */
  taxId: Buffer | null;
}

const creatorsPerRead = 100;

/** By name, in Portuguese dictionary order, and month; reads a hundred creators at a time on demand. */
export async function* readCreatorMonths(db: Db, { from, to }: Span): AsyncGenerator<CreatorMonth[]> {
  const { rows: all } = await sql<{ id: string; name: string }>`
    SELECT DISTINCT balance.creator_id AS id, coalesce(profile.full_name, '') AS name
    FROM ledger_balances balance LEFT JOIN creator_profiles profile ON profile.user_id = balance.creator_id
    WHERE balance.currency = 'BRL'`.execute(db);
  const { compare } = new Intl.Collator("pt-BR");
  const ids = all
    .sort((one, other) => compare(one.name, other.name) || (one.id < other.id ? -1 : 1))
    .map(({ id }) => id);
  for (let at = 0; at < ids.length; at += creatorsPerRead) {
    const creators = ids.slice(at, at + creatorsPerRead);
    const { rows } = await sql<CreatorMonth>`
      SELECT figures.*, coalesce(full_name, '') AS name, users.email, tax_id AS "taxId",
        invoice.number AS "invoiceNumber", invoice.link AS "invoiceLink"
      FROM (
        SELECT line.creator_id AS "creatorId", ${month} AS month, ${sums}
        FROM ledger_lines line JOIN ledger_entries entry ON entry.id = line.entry_id
        WHERE line.creator_id = ANY(${creators}::uuid[]) AND line.currency = 'BRL'
          AND line.created_at >= ${from} AND line.created_at < ${to}
        GROUP BY 1, 2
      ) figures
      JOIN users ON users.id = figures."creatorId"
      LEFT JOIN creator_profiles ON user_id = figures."creatorId"
      LEFT JOIN commission_invoices invoice ON invoice.creator_id = figures."creatorId"
        AND invoice.month = figures.month
      ORDER BY array_position(${creators}::uuid[], figures."creatorId"), month`.execute(db);
    yield rows;
  }
}

export async function listInvoices(
  db: Db,
  { creatorId, from, to }: { creatorId: string; from: string; to: string },
) {
  return db
    .selectFrom("commission_invoices")
    .select(["month", "number", "link"])
    .where("creator_id", "=", creatorId)
    .where("month", ">=", from)
    .where("month", "<=", to)
    .orderBy("month")
    .limit(24)
    .execute();
}

/** `sealed`: encrypted. */
export async function updateTaxId(db: Db, userId: string, sealed: Buffer): Promise<void> {
  await db
    .updateTable("creator_profiles")
    .set({ tax_id: sealed })
    .where("user_id", "=", userId)
    .returning("id")
    .executeTakeFirstOrThrow();
}

export async function findTaxId(db: Db, userId: string): Promise<Buffer | undefined> {
  const row = await db
    .selectFrom("creator_profiles")
    .select("tax_id")
    .where("user_id", "=", userId)
    .executeTakeFirst();
  return row?.tax_id ?? undefined;
}

/** At most `limit` creators who are owed enough for a payout and have no CPF or CNPJ. */
export async function countOwedWithoutTaxId(db: Db, limit: number): Promise<number> {
  const { count } = await db
    .selectFrom((from) =>
      from
        .selectFrom("ledger_balances")
        .innerJoin("creator_profiles", "creator_profiles.user_id", "ledger_balances.creator_id")
        .select("ledger_balances.creator_id")
        .where("account", "=", "creator")
        .where("ledger_balances.currency", "=", "BRL")
        .where("balance_cents", ">=", minimumPayoutNow)
        .where("tax_id", "is", null)
        .limit(limit)
        .as("owed"),
    )
    .select(({ fn }) => fn.countAll<number>().as("count"))
    .executeTakeFirstOrThrow();
  return Number(count);
}
