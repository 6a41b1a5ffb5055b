/**
 * What is known of a sale's payment, and the state that follows. Facts come in any order, repeat, and may be lost and
 * told later; so each kind of fact only ever moves one way, and the state is worked out anew from all of them
 * (docs/money.md).
 */

/** The one stored set of sale states (design.md, decision 3). Only `completed` gives watch access. */
export const saleStatuses = ["pending", "processing", "completed", "failed", "refunded", "disputed"] as const;

export type SaleStatus = (typeof saleStatuses)[number];

/** A sale's state while no money has come. */
export type UnpaidStatus = "pending" | "processing" | "failed";

/** What the payment provider can tell us of a checkout, but that it was paid. */
export type UnpaidFact = "unpaidYet" | "paymentFailed" | "expired";

/** `requested`: decided by us and not yet taken by the provider. */
export const refundStatuses = ["requested", "pending", "succeeded", "failed"] as const;
export type RefundStatus = (typeof refundStatuses)[number];

/**
 * In the order in which one dispute goes through them. A lost one may be appealed and then won; a won one is over:
 * Stripe's `won` and `prevented` lead nowhere else (https://docs.stripe.com/disputes/how-disputes-work).
 */
export const disputeStatuses = ["inquiry", "open", "lost", "released"] as const;
export type DisputeStatus = (typeof disputeStatuses)[number];

/** All that is known of a sale's money. Amounts are cents. */
export interface SaleMoney {
  amountCents: number;
  platformFeeCents: number;
  /** What the provider kept; 0 while it has not said. */
  providerFeeCents: number;
  /** The money came. */
  paid: boolean;
  /** It came a second time for a video that the buyer has already: it is the buyer's, and gives nothing. */
  duplicate: boolean;
  refunds: readonly { amountCents: number; status: RefundStatus; channel: "provider" | "outside" }[];
  disputes: readonly { amountCents: number; status: DisputeStatus }[];
}

/**
 * Decides where a fact takes a sale that was not paid. `expired` and `unpaidYet` (Pix, boleto chosen) only touch one
 * still pending. The same state means there is nothing to do.
 */
export function nextUnpaidStatus(status: UnpaidStatus, fact: UnpaidFact): UnpaidStatus {
  switch (fact) {
    case "unpaidYet":
      return status === "pending" ? "processing" : status;
    case "paymentFailed":
      return "failed";
    case "expired":
      return status === "pending" ? "failed" : status;
  }
}

/** The later of two states of one refund: `failed` may follow `succeeded`, nothing follows `failed`. */
export function laterRefundStatus(one: RefundStatus, other: RefundStatus): RefundStatus {
  return refundStatuses[Math.max(refundStatuses.indexOf(one), refundStatuses.indexOf(other))] as RefundStatus;
}

/**
 * The later of two states of one dispute. An appeal says `open` once more, after `lost`: until it is won the money is
 * gone, so that state changes nothing.
 */
export function laterDisputeStatus(one: DisputeStatus, other: DisputeStatus): DisputeStatus {
  const at = Math.max(disputeStatuses.indexOf(one), disputeStatuses.indexOf(other));
  return disputeStatuses[at] as DisputeStatus;
}

/** What has gone back to the buyer or is on its way, in cents: more than the sale where a bank took it a second time. */
export function sumTakenBack({ refunds, disputes }: Pick<SaleMoney, "refunds" | "disputes">): number {
  const refunded = refunds.filter(({ status }) => status !== "failed");
  const lost = disputes.filter(({ status }) => status === "lost");
  return [...refunded, ...lost].reduce((sum, { amountCents }) => sum + amountCents, 0);
}

/**
 * Decides a sale's state from all that is known of it.
 * Takes its money, and the state it has without a payment.
 */
export function decideSaleStatus(money: SaleMoney, unpaid: UnpaidStatus): SaleStatus {
  if (!money.paid) return unpaid;
  const allBack = sumTakenBack(money) >= money.amountCents;
  if (money.duplicate) return allBack ? "refunded" : "processing";
  if (money.disputes.some(({ status }) => status === "open")) return "disputed";
  return allBack ? "refunded" : "completed";
}
