import type { EntryReason } from "~/features/money/ledger/movement-position";
import { resettle } from "~/features/orders/settlement/resettle.server";
import { lockSale } from "~/features/orders/settlement/settlement.queries.server";
import type { Database } from "~/platform/db.server";
import { addRows } from "../../../support/tables";

/** Posts to the ledger what has changed of a sale. */
export async function settleAgain(
  db: Database,
  saleId: string,
  reason: EntryReason,
  now: Date,
): Promise<void> {
  await db.transaction().execute(async (trx) => {
    const sale = await lockSale(trx, { saleId });
    if (sale) await resettle(trx, sale, reason, now);
  });
}

export async function refundPart(db: Database, saleId: string, cents: number, now: Date): Promise<void> {
  await addRows(db, "refunds", {
    sale_id: saleId,
    amount_cents: cents,
    status: "succeeded",
    channel: "provider",
    reason: "provider",
    provider_refund_id: `re_${crypto.randomUUID()}`,
    created_at: now,
  });
  await settleAgain(db, saleId, "refund", now);
}
