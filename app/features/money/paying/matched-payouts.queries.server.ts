import { sql } from "kysely";
import type { Db } from "~/platform/db.server";

const maxPayouts = 50_000;

interface StatementSpan {
  /** Recorded payouts prepared before are left out. */
  since: Date;
  /** Of the statement's lines, in cents: recorded payouts of other amounts are left out. */
  amounts: readonly number[];
}

/**
 * Lists the payouts that a statement may be about, newest first: all that are unpaid, and those that are recorded.
 * Returns undefined if there are more than 50,000: with a part of them, a line could name one payout of several.
 */
export async function listMatchedPayouts(db: Db, span: StatementSpan): Promise<MatchedRow[] | undefined> {
  const rows = await selectMatched(db, span);
  return rows.length > maxPayouts ? undefined : rows;
}

async function selectMatched(db: Db, { since, amounts }: StatementSpan) {
  return db
    .selectFrom("payouts")
    .select([
      "id",
      "batch_id",
      "amount_cents",
      "payee_name",
      "payment_method",
      "pix_key",
      "status",
      "bank_reference",
      "created_at",
    ])
    .where((eb) =>
      eb.or([
        eb("status", "=", "prepared"),
        eb.and([
          eb("status", "in", ["paid", "returned"]),
          eb("created_at", ">=", since),
          sql<boolean>`amount_cents = ANY(${amounts}::bigint[])`,
        ]),
      ]),
    )
    .orderBy("created_at", "desc")
    .orderBy("id", "desc")
    .limit(maxPayouts + 1)
    .execute();
}

export type MatchedRow = Awaited<ReturnType<typeof selectMatched>>[number];
