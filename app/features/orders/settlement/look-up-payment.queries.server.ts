import type { PaymentMethod } from "~/features/base/money/payment-methods";
import type { Db } from "~/platform/db.server";

export async function findPaymentToLookUp(db: Db, saleId: string) {
  return db
    .selectFrom("sales")
    .select(["provider_payment_id", "paid_at"])
    .where("id", "=", saleId)
    .executeTakeFirst();
}

export interface AwaitedCode {
  saleId: string;
  method: PaymentMethod;
  /** Until when it can be paid: a boleto's due date, a Pix code's end. */
  until: Date | null;
  /** The number of the boleto, or the text of the Pix code. */
  code: string | null;
  /** The provider's page for it. */
  voucherUrl: string | null;
}

/**
 * Stores how a payment on its way can be made. Returns the sale's buyer and status, or undefined for a sale that is
 * paid.
 */
export async function setAwaited(db: Db, { saleId, ...awaited }: AwaitedCode) {
  return db
    .updateTable("sales")
    .set({
      payment_method: awaited.method,
      awaiting_until: awaited.until,
      awaiting_code: awaited.code,
      awaiting_voucher_url: awaited.voucherUrl,
    })
    .where("id", "=", saleId)
    .where("paid_at", "is", null)
    .returning(["consumer_id", "status"])
    .executeTakeFirst();
}
