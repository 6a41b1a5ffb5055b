import { randomUUID } from "node:crypto";
import { sql } from "kysely";
import { insertEntry } from "~/features/money/ledger/ledger.queries.server";
import type { Db } from "~/platform/db.server";
import { asOwner, withOwner } from "../../../support/as-owner";
import { addPreparedPayout } from "../../../support/rows";
import { findRow, setRows } from "../../../support/tables";

/** Prepares a payout of a creator's whole balance. `cents`: its amount. */
export async function prepareBalance(
  db: Db,
  { creatorId, adminId }: { creatorId: string; adminId: string },
): Promise<{ creatorId: string; payoutId: string; cents: number }> {
  const account = { creator_id: creatorId, account: "creator" } as const;
  const cents = Number((await findRow(db, "ledger_balances", account, "balance_cents"))?.balance_cents ?? 0);
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
      const paid = { status: "paid", bank_reference: `E${randomUUID()}` } as const;
      await setRows(trx, "payouts", { id: payoutId }, { ...paid, decided_at: now, decided_by: decidedBy });
    }),
  );
}
