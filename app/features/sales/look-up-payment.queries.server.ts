import type { Db } from "~/platform/db.server";
import type { PaymentMethod } from "./payment-method";

/** What the provider can be asked about a sale's payment. */
export async function findPaymentToLookUp(db: Db, saleId: string) {
  return db
    .selectFrom("sales")
    .select(["payment_intent_id", "paid_at"])
    .where("id", "=", saleId)
    .executeTakeFirst();
}

/** Notes how, and until when, a payment on its way can be made (a boleto's due date, a Pix code's end). */
export async function setAwaited(
  db: Db,
  { saleId, method, until }: { saleId: string; method: PaymentMethod; until: Date | null },
): Promise<void> {
  await db
    .updateTable("sales")
    .set({ payment_method: method, awaiting_until: until })
    .where("id", "=", saleId)
    .where("paid_at", "is", null)
    .execute();
}
