/**
 * A sale's status, from all facts of its payment. Facts come in any order, repeat, and may arrive late, so each kind of
 * fact only moves one way, and the status is computed from all of them (docs/money.md). Only `completed` gives watch
 * access.
 */
export const saleStatuses = ["pending", "processing", "completed", "failed", "refunded", "disputed"] as const;

export type SaleStatus = (typeof saleStatuses)[number];

export type UnpaidStatus = "pending" | "processing" | "failed";

export type UnpaidFact = "unpaidYet" | "paymentFailed" | "expired";

/** `requested`: recorded here and not sent yet. `returned`: a bank transfer that the bank sent back. */
export const refundStatuses = ["requested", "pending", "succeeded", "failed", "returned"] as const;
export type RefundStatus = (typeof refundStatuses)[number];

/** The money neither is with the buyer nor on its way. */
export function isUndone({ status }: { status: RefundStatus }): boolean {
  return status === "failed" || status === "returned";
}

/**
 * In the order of a dispute's life. A lost one may be appealed and then won; a won one is final
 * (https://docs.stripe.com/disputes/how-disputes-work).
 */
export const disputeStatuses = ["inquiry", "open", "lost", "released"] as const;
export type DisputeStatus = (typeof disputeStatuses)[number];

export interface SaleMoney {
  amountCents: number;
  platformFeeCents: number;
  /** The provider's fee; 0 until it is booked. */
  providerFeeCents: number;
  disputeFeeCents?: number;
  paid: boolean;
  /** A second payment for a video that the buyer has: owed to the buyer, gives no access. */
  duplicate: boolean;
  refunds: readonly { amountCents: number; status: RefundStatus; channel: "provider" | "outside" }[];
  disputes: readonly { amountCents: number; status: DisputeStatus }[];
}

/** `expired` and `unpaidYet` (Pix or boleto chosen) only change a pending sale. */
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

/** `failed` may follow `succeeded`, nothing follows `failed`. */
export function laterRefundStatus(one: RefundStatus, other: RefundStatus): RefundStatus {
  return refundStatuses[Math.max(refundStatuses.indexOf(one), refundStatuses.indexOf(other))] as RefundStatus;
}

/** An appeal reports `open` after `lost`, which changes nothing: until it is won the money is gone. */
export function laterDisputeStatus(one: DisputeStatus, other: DisputeStatus): DisputeStatus {
  const at = Math.max(disputeStatuses.indexOf(one), disputeStatuses.indexOf(other));
  return disputeStatuses[at] as DisputeStatus;
}

/** In cents; more than the sale where it was refunded and lost in a dispute. */
export function sumTakenBack({ refunds, disputes }: Pick<SaleMoney, "refunds" | "disputes">): number {
  const refunded = refunds.filter((refund) => !isUndone(refund));
  const lost = disputes.filter(({ status }) => status === "lost");
  return [...refunded, ...lost].reduce((sum, { amountCents }) => sum + amountCents, 0);
}

export function decideSaleStatus(money: SaleMoney, unpaid: UnpaidStatus): SaleStatus {
  if (!money.paid) return unpaid;
  const allBack = sumTakenBack(money) >= money.amountCents;
  if (money.duplicate) return allBack ? "refunded" : "processing";
  if (money.disputes.some(({ status }) => status === "open")) return "disputed";
  return allBack ? "refunded" : "completed";
}

/** `other`: a method that the product does not offer. */
export const paymentMethods = ["card", "pix", "boleto", "other"] as const;

export type PaymentMethod = (typeof paymentMethods)[number];
