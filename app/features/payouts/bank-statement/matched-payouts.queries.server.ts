import type { Db } from "~/platform/db.server";

const maxPayouts = 10_000;

/**
 * Lists the payouts that a statement may be about: unpaid ones, and those paid or returned that were prepared since a
 * time. Newest first, 10,000 at most.
 */
export async function listMatchedPayouts(db: Db, since: Date) {
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
        eb.and([eb("status", "in", ["paid", "returned"]), eb("created_at", ">=", since)]),
      ]),
    )
    .orderBy("created_at", "desc")
    .orderBy("id", "desc")
    .limit(maxPayouts)
    .execute();
}

export type MatchedRow = Awaited<ReturnType<typeof listMatchedPayouts>>[number];
