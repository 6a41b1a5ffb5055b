import type { PendingPayment } from "~/integrations/payments/payments";
import type { Services } from "~/platform/services";
import { type AwaitedCode, findPaymentToLookUp, setAwaited } from "./look-up-payment.queries.server";
import { postAwaitedMails } from "./post-sale-mails.server";
import { settleSale } from "./settle-sale.server";

/**
 * Settles a dispute as the provider has it now: events with different amounts come in any order. Throws
 * PaymentsUnavailable in an outage.
 */
export async function lookUpDispute(
  { db, payments, clock }: Pick<Services, "db" | "payments" | "clock">,
  disputeId: string,
): Promise<void> {
  const dispute = await payments.findDispute(disputeId);
  if (!dispute) return;
  await db.transaction().execute((trx) => settleSale(trx, { ...dispute, kind: "dispute" }, clock()));
}

/** The provider has not booked the fee of a payment yet. */
export class NotBookedYet extends Error {
  override readonly name = "NotBookedYet";
}

/** Returns a pending payment of the provider as it is stored. */
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
 * Looks up the method and fee of a sale's payment; or, while the money is still to come, until when it can be paid.
 * Throws NotBookedYet where the fee is not booked yet (its job then asks again), PaymentsUnavailable when the
 * provider is away.
 */
export async function lookUpPayment(
  { db, payments, clock }: Pick<Services, "db" | "payments" | "clock">,
  saleId: string,
): Promise<void> {
  const sale = await findPaymentToLookUp(db, saleId);
  if (!sale?.provider_payment_id) return;
  if (sale.paid_at) {
    const charge = await payments.findCharge(sale.provider_payment_id);
    if (charge)
      await db.transaction().execute((trx) => settleSale(trx, { ...charge, kind: "charge" }, clock()));
    if (charge?.feeCents === undefined) throw new NotBookedYet(`sale ${saleId} is not booked yet`);
    return;
  }
  const pending = await payments.findPending(sale.provider_payment_id);
  if (!pending) return;
  await db.transaction().execute(async (trx) => {
    const { code, until, ...awaited } = toAwaited(saleId, pending);
    const unpaid = await setAwaited(trx, { ...awaited, code, until });
    if (unpaid?.status === "processing" && code && until)
      await postAwaitedMails(trx, { saleId, consumerId: unpaid.consumer_id, until }, clock());
  });
}
