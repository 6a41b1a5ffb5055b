import type { PendingPayment } from "~/integrations/payments/payments";
import type { Services } from "~/platform/services";
import { type AwaitedCode, findPaymentToLookUp, setAwaited } from "./look-up-payment.queries.server";
import { settleSale } from "./settle-sale.server";

/** The provider has the payment, and not yet what it keeps of it. */
export class NotBookedYet extends Error {
  override readonly name = "NotBookedYet";
}

/** Returns what the provider says of a payment on its way, as it is stored. */
export function toAwaited(saleId: string, pending: PendingPayment): AwaitedCode {
  return {
    saleId,
    method: pending.method,
    until: pending.expiresAt ?? null,
    code: pending.code ?? null,
    voucherUrl: pending.voucherUrl ?? null,
  };
}

/**
 * Asks the provider how a sale was paid and what it kept; or, while the money is on its way, until when it can be paid.
 * Throws NotBookedYet where the fee is not booked yet (its job then asks again), PaymentsUnavailable when the
 * provider is away.
 */
export async function lookUpPayment(
  { db, payments, clock }: Pick<Services, "db" | "payments" | "clock">,
  saleId: string,
): Promise<void> {
  const sale = await findPaymentToLookUp(db, saleId);
  if (!sale?.payment_intent_id) return;
  if (sale.paid_at) {
    const charge = await payments.findCharge(sale.payment_intent_id);
    if (charge)
      await db.transaction().execute((trx) => settleSale(trx, { ...charge, kind: "charge" }, clock()));
    if (charge?.feeCents === undefined) throw new NotBookedYet(`sale ${saleId} is not booked yet`);
    return;
  }
  const pending = await payments.findPending(sale.payment_intent_id);
  if (pending) await setAwaited(db, toAwaited(saleId, pending));
}
