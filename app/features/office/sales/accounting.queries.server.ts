import { TransformStream } from "node:stream/web";
import { sql } from "kysely";
import type { Account, EntryReason } from "~/features/money/ledger/movement-position";
import type { Currency } from "~/i18n/money";
import type { Database, Db } from "~/platform/db.server";
import type { MonthMovement } from "./accounting";
import type { InvoiceLine } from "./invoice-lines";

/** Maximum pause between two reads: what a client may take for a document. */
const idleLimit = "60s";

/** The balances before a month read every earlier line. */
const statementLimit = "5min";

/**
 * Yields what `read` yields from one snapshot, in a read-only transaction that ends with the last part or when the
 * reader leaves. Throws what `read` throws.
 */
export async function* readSnapshot<Part>(
  db: Database,
  read: (trx: Db) => AsyncIterable<Part>,
): AsyncGenerator<Part, void> {
  const { readable, writable } = new TransformStream<Part, Part>();
  const writer = writable.getWriter();
  const ended = db
    .transaction()
    .setIsolationLevel("repeatable read")
    .execute(async (trx) => {
      await sql`
        SELECT set_config('idle_in_transaction_session_timeout', ${idleLimit}, true),
          set_config('statement_timeout', ${statementLimit}, true)`.execute(trx);
      // Waits for the reader, and fails once the reader has left: that rolls back.
      for await (const part of read(trx)) await writer.write(part);
    })
    .then(
      () => writer.close(),
      (error: unknown) => writer.abort(error),
    )
    // The reader has left.
    .catch(() => {});
  try {
    yield* readable;
  } finally {
    await ended;
  }
}

export interface AccountBalance {
  account: Account;
  currency: Currency;
  cents: number;
}

/** In cents by account; credits are positive. Every earlier line is added up. */
export async function readOpeningBalances(db: Db, before: Date): Promise<AccountBalance[]> {
  return db.transaction().execute(async (trx) => {
    await sql`SELECT set_config('statement_timeout', ${statementLimit}, true)`.execute(trx);
    return sumBefore(trx, before);
  });
}

export async function sumBefore(db: Db, before: Date): Promise<AccountBalance[]> {
  const { rows } = await sql<AccountBalance>`
    SELECT account, currency, sum(amount_cents)::bigint AS cents FROM ledger_lines WHERE created_at < ${before}
    GROUP BY 1, 2 ORDER BY 2, 1`.execute(db);
  return rows;
}

/** By currency, account and reason, on the lines' own dates. */
export async function sumMonthMovements(
  db: Db,
  { from, to }: { from: Date; to: Date },
): Promise<MonthMovement[]> {
  const { rows } = await sql<MonthMovement>`
    SELECT line.currency, line.account, entry.reason,
      coalesce(-sum(amount_cents) FILTER (WHERE amount_cents < 0), 0)::bigint AS "debitCents",
      coalesce(sum(amount_cents) FILTER (WHERE amount_cents > 0), 0)::bigint AS "creditCents"
    FROM ledger_lines line JOIN ledger_entries entry ON entry.id = line.entry_id
    WHERE line.created_at >= ${from} AND line.created_at < ${to}
    GROUP BY 1, 2, 3 ORDER BY 1, 2, 3`.execute(db);
  return rows;
}

interface LedgerRow extends AccountBalance {
  id: number;
  at: Date;
  /** In São Paulo. */
  moment: string;
  reason: EntryReason;
  /** The purchase's number, or the payout's, adjustment's or movement's id. */
  document: string;
}

const batchSize = 1_200;

/** By date, in batches by keyset. */
export async function* readLedgerLines(
  db: Db,
  { from, to, size = batchSize }: { from: Date; to: Date; size?: number },
): AsyncGenerator<LedgerRow[], void> {
  let after = { at: from, id: 0 };
  for (;;) {
    const { rows } = await sql<LedgerRow>`
      SELECT line.id, line.created_at AS at,
        to_char(line.created_at AT TIME ZONE 'America/Sao_Paulo', 'YYYY-MM-DD HH24:MI') AS moment, line.account,
        line.currency, line.amount_cents AS cents, entry.reason,
        coalesce(sales.purchase_number, entry.payout_id::text, entry.adjustment_id::text, entry.movement_id, '') AS document
      FROM (
        SELECT * FROM ledger_lines WHERE (created_at, id) > (${after.at}, ${after.id}) AND created_at < ${to}
        ORDER BY created_at, id LIMIT ${size}
      ) AS line
      JOIN ledger_entries AS entry ON entry.id = line.entry_id LEFT JOIN sales ON sales.id = entry.sale_id
      ORDER BY line.created_at, line.id`.execute(db);
    const last = rows.at(-1);
    if (!last) return;
    yield rows;
    if (rows.length < size) return;
    after = { at: last.at, id: last.id };
  }
}

/** Counts no further than `limit`. */
export async function hasMoreLines(
  db: Db,
  { from, to, limit }: { from: Date; to: Date; limit: number },
): Promise<boolean> {
  const { rows } = await sql`
    SELECT FROM ledger_lines WHERE created_at >= ${from} AND created_at < ${to} OFFSET ${limit} LIMIT 1`.execute(
    db,
  );
  return rows.length > 0;
}

/** `emails`: lower case, like the result's keys. */
export async function findCreatorsByEmail(db: Db, emails: readonly string[]): Promise<Map<string, string>> {
  const { rows } = await sql<{ id: string; email: string }>`
    SELECT users.id, users.email FROM users JOIN creator_profiles ON creator_profiles.user_id = users.id
    WHERE lower(users.email) = ANY(${emails}::text[]) AND users.erased_at IS NULL`.execute(db);
  return new Map(rows.map(({ id, email }) => [email.toLowerCase(), id]));
}

const taxIdsPerRead = 1_000;

/** Encrypted CPF and CNPJ of creators who are not erased, by id. */
export async function listSealedTaxIds(db: Db, after: string | undefined) {
  return db
    .selectFrom("creator_profiles")
    .innerJoin("users", "users.id", "user_id")
    .select(["user_id", "tax_id"])
    .where("tax_id", "is not", null)
    .where("users.erased_at", "is", null)
    .$if(after !== undefined, (query) => query.where("user_id", ">", after ?? ""))
    .orderBy("user_id")
    .limit(taxIdsPerRead)
    .execute();
}

/** Returns how many invoices were new and how many replaced another. */
export async function upsertInvoices(
  db: Db,
  invoices: readonly (Pick<InvoiceLine, "month" | "number" | "link"> & { creatorId: string })[],
  { by, now }: { by: string; now: Date },
): Promise<{ added: number; changed: number }> {
  const { rows } = await sql<{ added: boolean }>`
    INSERT INTO commission_invoices AS known (creator_id, month, number, link, imported_by, imported_at)
    SELECT one.creator_id, one.month, one.number, one.link, ${by}::uuid, ${now}
    FROM unnest(${invoices.map(({ creatorId }) => creatorId)}::uuid[], ${invoices.map(({ month }) => month)}::text[],
      ${invoices.map(({ number }) => number)}::text[], ${invoices.map(({ link }) => link)}::text[])
      AS one (creator_id, month, number, link)
    ON CONFLICT (creator_id, month) DO UPDATE
      SET number = excluded.number, link = excluded.link, imported_by = excluded.imported_by,
        imported_at = excluded.imported_at
      WHERE (known.number, known.link) IS DISTINCT FROM (excluded.number, excluded.link)
    RETURNING xmax = 0 AS added`.execute(db);
  const added = rows.filter((row) => row.added).length;
  return { added, changed: rows.length - added };
}
