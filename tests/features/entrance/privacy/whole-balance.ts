import { randomUUID } from "node:crypto";
import { sql } from "kysely";
import { insertEntry } from "~/features/money/ledger/ledger.queries.server";
import type { Db } from "~/platform/db.server";
import { asOwner, withOwner } from "../../../support/as-owner";
import { addPreparedPayout } from "../../../support/rows";

/** Prepares a payout of a creator's whole balance. `cents`: its amount. */
export async function prepareBalance(
  db: Db,
  { creatorId, adminId }: { creatorId: string; adminId: string },
): Promise<{ creatorId: string; payoutId: string; cents: number }> {
  const { rows } = await sql<{ cents: number }>`
    SELECT balance_cents AS cents FROM ledger_balances WHERE creator_id = ${creatorId} AND account = 'creator'`.execute(
    db,
  );
  const cents = Number(rows[0]?.cents ?? 0);
  const { payoutId } = await addPreparedPayout(db, { creatorId, adminId, cents });
  return { creatorId, payoutId, cents };
}

/**
 * Records a prepared payout as paid to this payee, without the mail and the audit entry of an administrator's doing so.
 */
export async function payPrepared(
  db: Db,
  {
    creatorId,
    payoutId,
    cents,
    payee,
    decidedBy,
    now,
  }: Awaited<ReturnType<typeof prepareBalance>> & {
    payee: { name: string; pixKey: string };
    decidedBy: string;
    now: Date;
  },
): Promise<void> {
  // The payee is frozen from the beginning, which `addPreparedPayout` made up.
  await asOwner(
    db,
    sql`SET session_replication_role = replica;
      UPDATE payouts SET pix_key = ${sql.lit(payee.pixKey)}, payee_name = ${sql.lit(payee.name)}
      WHERE id = ${sql.lit(payoutId)}`,
  );
  await withOwner(db, (owner) =>
    owner.transaction().execute(async (trx) => {
      await insertEntry(trx, {
        reason: "payout",
        payoutId,
        creatorId,
        currency: "BRL",
        postings: [
          { account: "in_transit", cents: -cents, availableAt: null },
          { account: "paid_out", cents, availableAt: null },
        ],
        now,
      });
      await trx
        .updateTable("payouts")
        .set({ status: "paid", bank_reference: `E${randomUUID()}`, decided_at: now, decided_by: decidedBy })
        .where("id", "=", payoutId)
        .execute();
    }),
  );
}
