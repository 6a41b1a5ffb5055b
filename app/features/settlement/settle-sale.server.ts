import type { EntryReason } from "~/features/ledger/accounts";
import { insertEntry, sumSalePostings } from "~/features/ledger/ledger.queries.server";
import { decideRelease } from "~/features/ledger/release-rules";
import { decidePosition, decidePostings } from "~/features/ledger/sale-position";
import { askRefundKey } from "~/features/refunds/ask-refund-key.server";
import { refundableCents } from "~/features/refunds/refund-rules";
import { insertRefund } from "~/features/refunds/refunds.queries.server";
import { tellFailedRefund } from "~/features/refunds/report-failed-refund.server";
import type {
  ChargeFact,
  CheckoutFact,
  DisputeFact,
  PaymentFact,
  RefundFact,
} from "~/integrations/payments/payments";
import type { Db } from "~/platform/db.server";
import { addJob } from "~/platform/jobs.queries.server";
import { isPaid, type SettledCheckout, unpaidFactOf } from "./checkout-fact";
import { gatherMoney } from "./gather-money";
import { findMovementFees } from "./provider-movements.queries.server";
import {
  decideSaleStatus,
  nextUnpaidStatus,
  type SaleMoney,
  type SaleStatus,
  type UnpaidStatus,
} from "./sale-status";
import {
  hasOtherCompletedSale,
  type LockedSale,
  listDisputes,
  listRefunds,
  lockSale,
  noteDispute,
  noteRefund,
  updateSettledSale,
} from "./settlement.queries.server";

export type SettleError =
  /** No such sale, or a payment that is nobody's yet: its checkout may still be told of. */
  "unknownSale" | "unknownPayment" | "otherCheckout" | "otherAmount";

export type Settled = { ok: true; status: SaleStatus } | { ok: false; error: SettleError };

/** The moment of settling, and when what is settled was so at the provider: earlier where it was heard late. */
interface Times {
  now: Date;
  toldAt: Date;
}

/**
 * Settles a sale by a fact, in the transaction given: what is known, the state that follows, and the ledger, together
 * or not at all. Safe to repeat, in any order, and to run concurrently; webhooks, the return page and reconciliation
 * all come here (https://docs.stripe.com/checkout/fulfillment).
 * @param now the moment of settling
 * @param toldAt when the provider said so: an event's own time; without it, `now`, as for an answer to a request
 */
export async function settleSale(
  trx: Db,
  fact: SettledCheckout | Exclude<PaymentFact, CheckoutFact>,
  now: Date,
  toldAt: Date = now,
): Promise<Settled> {
  // The provider's clock may be ahead of ours; nothing is dated later than now.
  const times = { now, toldAt: earlierOf(toldAt, now) };
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

async function settleCheckout(trx: Db, checkout: SettledCheckout, { now, toldAt }: Times): Promise<Settled> {
  const sale = checkout.saleId ? await lockSale(trx, { saleId: checkout.saleId }) : undefined;
  if (!sale) return { ok: false, error: "unknownSale" };
  // The event may be here before our own note of the checkout; another one than noted is not this sale's.
  if (sale.checkout_session_id !== null && sale.checkout_session_id !== checkout.sessionId)
    return { ok: false, error: "otherCheckout" };
  if (!isSameMoney(sale, checkout)) return { ok: false, error: "otherAmount" };
  const known = {
    ...sale,
    checkout_session_id: checkout.sessionId,
    payment_intent_id: checkout.paymentIntentId ?? sale.payment_intent_id,
  };
  if (isPaid(checkout)) {
    const paidAt = sale.paid_at ?? earlierOf(checkout.paidAt ?? toldAt, now);
    return resettle(trx, { ...known, paid_at: paidAt }, "sale", now, paidAt);
  }
  const unpaid = nextUnpaidStatus(unpaidStatusOf(sale), unpaidFactOf(checkout.kind));
  return resettle(trx, sale.paid_at ? known : { ...known, status: unpaid }, "sale", now);
}

async function settleCharge(trx: Db, charge: ChargeFact, now: Date): Promise<Settled> {
  const sale = await lockSale(
    trx,
    charge.saleId ? { saleId: charge.saleId } : { paymentIntentId: charge.paymentIntentId },
  );
  if (!sale || (sale.payment_intent_id !== null && sale.payment_intent_id !== charge.paymentIntentId))
    return { ok: false, error: "unknownPayment" };
  if (!isSameMoney(sale, charge)) return { ok: false, error: "otherAmount" };
  const known = {
    ...sale,
    payment_intent_id: charge.paymentIntentId,
    charge_id: charge.chargeId,
    payment_method: charge.method,
    provider_fee_cents: charge.feeCents ?? sale.provider_fee_cents,
  };
  return resettle(trx, known, "fee", now);
}

async function settleRefund(trx: Db, refund: RefundFact, { now, toldAt }: Times): Promise<Settled> {
  const sale = await lockSale(trx, refund);
  if (!sale) return { ok: false, error: "unknownPayment" };
  if (refund.currency !== sale.currency) return { ok: false, error: "otherAmount" };
  const failed = await noteRefund(trx, sale.id, refund);
  if (failed) await tellFailedRefund(trx, failed);
  // One that fails does so later than it was made; the others are known from when they were made.
  const at = refund.status === "failed" ? toldAt : refund.createdAt;
  return resettle(trx, sale, "refund", now, at);
}

async function settleDispute(trx: Db, dispute: DisputeFact, { now, toldAt }: Times): Promise<Settled> {
  const sale = await lockSale(trx, dispute);
  if (!sale) return { ok: false, error: "unknownPayment" };
  if (dispute.currency !== sale.currency) return { ok: false, error: "otherAmount" };
  const { amountDiffers } = await noteDispute(trx, sale.id, { ...dispute, asOf: toldAt });
  // Events come in any order, and two of one second have none: the provider is asked which amount holds now.
  if (amountDiffers)
    await addJob(
      trx,
      "look-up-dispute",
      { disputeId: dispute.disputeId },
      { key: `dp:${dispute.disputeId}` },
    );
  return resettle(trx, sale, "dispute", now, dispute.movedAt ?? toldAt);
}

/**
 * Works a locked sale out anew from all that is known of it: its state, and what the ledger must hold because of it.
 * Posts only what differs from what stands, so that repeating it changes nothing.
 * @param at the date of the entry, if one is posted: when the money moved at the provider, so that a message that was
 *   heard late changes no later day or month; it is kept between the payment and `now`
 */
export async function resettle(
  trx: Db,
  sale: LockedSale,
  reason: EntryReason,
  now: Date,
  at: Date = now,
): Promise<{ ok: true; status: SaleStatus }> {
  let money = await loadMoney(trx, sale);
  const unpaid = unpaidStatusOf(sale);
  if (await becomesDuplicate(trx, sale, money, unpaid)) {
    const refund = {
      saleId: sale.id,
      amountCents: refundableCents(money),
      channel: sale.payment_method === "boleto" ? "outside" : "provider",
      reason: "duplicate",
      now,
    } as const;
    // It goes back by itself; by hand, as soon as the buyer has said where to.
    if (refund.amountCents > 0) await requestDuplicateRefund(trx, refund);
    money = { ...(await loadMoney(trx, sale)), duplicate: true };
  }
  const status = decideSaleStatus(money, unpaid);
  await updateSettledSale(trx, {
    id: sale.id,
    status,
    sessionId: sale.checkout_session_id,
    paymentIntentId: sale.payment_intent_id,
    chargeId: sale.charge_id,
    paymentMethod: sale.payment_method,
    providerFeeCents: sale.provider_fee_cents,
    paidAt: sale.paid_at,
    completedAt: sale.completed_at ?? (status === "completed" ? now : null),
    duplicate: money.duplicate,
  });
  await postDifference(trx, sale, money, reason, earlierOf(at, now));
  // Only where a checkout was told of: what a charge leaves open, the job that asked keeps asking for, ever more slowly.
  if (reason === "sale" && mustLookUp(sale, status))
    await addJob(trx, "look-up-payment", { saleId: sale.id }, { key: `pay:${sale.id}` });
  return { ok: true, status };
}

/** All that is known of a locked sale's money. What the provider booked as its fees counts more than what a charge said. */
export async function loadMoney(trx: Db, sale: LockedSale): Promise<SaleMoney> {
  const money = gatherMoney(sale, await listRefunds(trx, sale.id), await listDisputes(trx, sale.id));
  const { chargeCents = money.providerFeeCents, otherCents } = await findMovementFees(trx, sale.id);
  return { ...money, providerFeeCents: chargeCents + otherCents };
}

async function becomesDuplicate(
  trx: Db,
  sale: LockedSale,
  money: SaleMoney,
  unpaid: UnpaidStatus,
): Promise<boolean> {
  if (money.duplicate || sale.status === "completed") return false;
  return decideSaleStatus(money, unpaid) === "completed" && hasOtherCompletedSale(trx, sale);
}

async function requestDuplicateRefund(trx: Db, refund: Parameters<typeof insertRefund>[1]): Promise<void> {
  const refundId = await insertRefund(trx, refund);
  if (refund.channel === "provider")
    await addJob(trx, "send-refund", { refundId }, { key: `refund:${refundId}` });
  else await askRefundKey(trx, refundId);
}

async function postDifference(
  trx: Db,
  sale: LockedSale,
  money: SaleMoney,
  reason: EntryReason,
  at: Date,
): Promise<void> {
  if (!sale.paid_at) return;
  const target = decidePosition(money, decideRelease(sale.paid_at, sale.payment_method));
  const postings = decidePostings(target, await sumSalePostings(trx, sale.id));
  if (postings.length === 0) return;
  const { id: saleId, creator_id: creatorId, currency } = sale;
  const now = at < sale.paid_at ? sale.paid_at : at;
  await insertEntry(trx, { reason, saleId, creatorId, currency, postings, now });
}

function earlierOf(one: Date, other: Date): Date {
  return one < other ? one : other;
}

/** Whether the provider must be asked how it was paid, or until when it can be. */
function mustLookUp(sale: LockedSale, status: SaleStatus): boolean {
  if (!sale.payment_intent_id) return false;
  if (sale.paid_at) return sale.payment_method === null || sale.provider_fee_cents === null;
  return status === "processing" && sale.payment_method === null;
}

function unpaidStatusOf({ status }: LockedSale): UnpaidStatus {
  return status === "pending" || status === "processing" || status === "failed" ? status : "processing";
}

function isSameMoney(
  sale: { amount_cents: number; currency: string },
  told: { amountCents: number; currency: string },
): boolean {
  return sale.amount_cents === told.amountCents && sale.currency === told.currency;
}
