import { findFullName, insertConsumerProfile } from "~/features/base/accounts/accounts.queries.server";
import { nextUnpaidStatus, type SaleStatus } from "~/features/money/ledger/sale-status";
import { currencies } from "~/i18n/money";
import type {
  ChargeFact,
  CheckoutFact,
  DisputeFact,
  PaymentFact,
  PendingPayment,
  RefundFact,
} from "~/integrations/payments/payments";
import type { Db } from "~/platform/db.server";
import { addJob } from "~/platform/jobs/jobs.queries.server";
import type { Services } from "~/platform/services";
import type { LimitRule } from "~/platform/try-counter.server";
import { isPaid, type SettledCheckout, unpaidFactOf } from "./checkout-fact";
import { chargeMismatch, checkoutMismatch, partMismatch, type SettleError } from "./event-errors";
import {
  type AwaitedCode,
  findPaymentToLookUp,
  findRebuildableTerms,
  insertRebuiltSale,
  setAwaited,
} from "./rebuild-sale.queries.server";
import { earlierOf, resettle, unpaidStatusOf } from "./resettle.server";
import { notifyChangedRefund, postAwaitedMails } from "./sale-notices.server";
import { lockSale, recordDispute, recordRefund } from "./settlement.queries.server";

export type SettleResult =
  /** `rebuilt`: an unknown sale, made from its checkout. */
  { ok: true; status: SaleStatus; rebuilt?: boolean } | { ok: false; error: SettleError };

/** `eventAt`: undefined for the response of a request. */
interface Times {
  now: Date;
  eventAt: Date | undefined;
}

/**
 * Settles a sale by a fact, in the given transaction: facts, status and ledger together. Safe to repeat, in any order,
 * and to run concurrently; webhooks, the return page and reconciliation all call it
 * (https://docs.stripe.com/checkout/fulfillment). `eventAt`: undefined for the response of a request.
 */
export async function settleSale(
  trx: Db,
  fact: SettledCheckout | Exclude<PaymentFact, CheckoutFact>,
  now: Date,
  eventAt?: Date,
): Promise<SettleResult> {
  // The provider's clock may be ahead of ours; nothing is dated in the future.
  const times = { now, eventAt: eventAt && earlierOf(eventAt, now) };
  switch (fact.kind) {
    case "charge":
      return settleCharge(trx, fact, now);
    case "refund":
      return settleRefund(trx, fact, times);
    case "dispute":
      return settleDispute(trx, fact, times);
    default:
      return settleCheckout(trx, fact, times);
  }
}

async function settleCheckout(
  trx: Db,
  checkout: SettledCheckout,
  { now, eventAt }: Times,
): Promise<SettleResult> {
  const sale = checkout.saleId ? await lockSale(trx, { saleId: checkout.saleId }) : undefined;
  if (!sale) {
    if (!(await rebuildSale(trx, checkout, now))) return { ok: false, error: "unknownSale" };
    const settled = await settleCheckout(trx, checkout, { now, eventAt });
    return settled.ok ? { ...settled, rebuilt: true } : settled;
  }
  const mismatch = checkoutMismatch(sale, checkout);
  if (mismatch) return { ok: false, error: mismatch };
  const known = {
    ...sale,
    provider_checkout_id: checkout.checkoutId,
    provider_payment_id: checkout.paymentId ?? sale.provider_payment_id,
  };
  if (isPaid(checkout)) {
    const paidAt = sale.paid_at ?? earlierOf(checkout.paidAt ?? eventAt ?? now, now);
    return resettle(trx, { ...known, paid_at: paidAt }, "sale", now, paidAt);
  }
  const unpaid = nextUnpaidStatus(unpaidStatusOf(sale), unpaidFactOf(checkout.kind));
  return resettle(trx, sale.paid_at ? known : { ...known, status: unpaid }, "sale", now);
}

async function settleCharge(trx: Db, charge: ChargeFact, now: Date): Promise<SettleResult> {
  const sale = await lockSale(
    trx,
    charge.saleId ? { saleId: charge.saleId } : { paymentId: charge.paymentId },
  );
  if (!sale) return { ok: false, error: "unknownPayment" };
  const mismatch = chargeMismatch(sale, charge);
  if (mismatch) return { ok: false, error: mismatch };
  const known = {
    ...sale,
    provider_payment_id: charge.paymentId,
    provider_charge_id: charge.chargeId,
    payment_method: charge.method,
    // The first one stays; a later difference is a movement of its own.
    provider_fee_cents: sale.provider_fee_cents ?? charge.feeCents ?? null,
  };
  return resettle(trx, known, "fee", now);
}

async function settleRefund(trx: Db, refund: RefundFact, { now, eventAt }: Times): Promise<SettleResult> {
  const sale = await lockSale(trx, refund);
  if (!sale) return { ok: false, error: "unknownPayment" };
  const mismatch = partMismatch(sale, refund);
  if (mismatch) return { ok: false, error: mismatch };
  const createdAt = earlierOf(refund.createdAt, now);
  const failedAt = refund.failedAt ? earlierOf(refund.failedAt, now) : eventAt;
  await notifyChangedRefund(trx, await recordRefund(trx, sale.id, { ...refund, createdAt, failedAt }));
  return resettle(trx, sale, "refund", now, createdAt);
}

async function settleDispute(trx: Db, dispute: DisputeFact, { now, eventAt }: Times): Promise<SettleResult> {
  const sale = await lockSale(trx, dispute);
  if (!sale) return { ok: false, error: "unknownPayment" };
  const mismatch = partMismatch(sale, dispute);
  if (mismatch) return { ok: false, error: mismatch };
  const { amountDiffers } = await recordDispute(trx, sale.id, {
    ...dispute,
    asOf: eventAt ?? now,
    openedAt: dispute.openedAt && earlierOf(dispute.openedAt, now),
    movedAt: dispute.movedAt ? earlierOf(dispute.movedAt, now) : eventAt,
  });
  // Events have no order within a second: look up which amount is current.
  if (amountDiffers)
    await addJob(
      trx,
      "look-up-dispute",
      { disputeId: dispute.disputeId },
      { key: `dp:${dispute.disputeId}` },
    );
  return resettle(trx, sale, "dispute", now);
}

type LostCheckout = Pick<
  SettledCheckout,
  "checkoutId" | "saleId" | "terms" | "amountCents" | "currency" | "openedAt"
>;

/**
 * Rebuilds a sale that is missing, as after restoring a backup that is older than its checkout; the caller settles it.
 * Returns false if the checkout does not say enough, or buyer or video are missing.
 */
export async function rebuildSale(trx: Db, checkout: LostCheckout, now: Date): Promise<boolean> {
  const { checkoutId, saleId, terms, amountCents, openedAt } = checkout;
  const currency = currencies.find((one) => one === checkout.currency);
  if (!saleId || !terms || !currency) return false;
  const product = await findRebuildableTerms(trx, terms);
  if (!product) return false;
  const fullName = (await findFullName(trx, terms.buyerId)) ?? product.email;
  await insertConsumerProfile(trx, { userId: terms.buyerId, fullName, email: product.email });
  return insertRebuiltSale(trx, {
    saleId,
    checkoutId,
    ...terms,
    title: product.title,
    currency,
    amountCents,
    begunAt: openedAt && openedAt < now ? openedAt : now,
    now,
  });
}

/** Events with different amounts come in any order. Throws PaymentsUnavailable. */
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
 * Looks up the method and fee of a sale's payment; of a pending one, until when it can be paid. Throws NotBookedYet,
 * so that its job asks again, and PaymentsUnavailable.
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

/** Per account; beyond it pages show the stored status, and the provider's events settle the sale. */
export const paymentStatusLimit: LimitRule = { name: "payment-status", tries: 20, seconds: 60 };
