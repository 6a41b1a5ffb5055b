/**
 * Computed from all facts of a payment, which repeat, come in any order and arrive late: each kind only moves one way
 * (docs/money.md). Only `completed` gives watch access.
 */
export const saleStatuses = ["pending", "processing", "completed", "failed", "refunded", "disputed"] as const;

export type SaleStatus = (typeof saleStatuses)[number];

export type UnpaidStatus = "pending" | "processing" | "failed";

export type UnpaidFact = "unpaidYet" | "paymentFailed" | "expired";

/** `requested`: not sent yet. `returned`: the bank sent a transfer back. */
export const refundStatuses = ["requested", "pending", "succeeded", "failed", "returned"] as const;
export type RefundStatus = (typeof refundStatuses)[number];

/** The money neither is with the buyer nor on its way. */
export function isUndone({ status }: { status: RefundStatus }): boolean {
  return status === "failed" || status === "returned";
}

/** In order. A lost one may be won on appeal (https://docs.stripe.com/disputes/how-disputes-work). */
export const disputeStatuses = ["inquiry", "open", "lost", "released"] as const;
export type DisputeStatus = (typeof disputeStatuses)[number];

export interface SaleMoney {
  amountCents: number;
  platformFeeCents: number;
  /** The provider's fee; 0 until it is booked. */
  providerFeeCents: number;
  disputeFeeCents?: number;
  paid: boolean;
  /** A second payment for the same video: owed to the buyer, gives no access. */
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

/** An appeal reports `open` after `lost`, which changes nothing: the money is gone until it is won. */
export function laterDisputeStatus(one: DisputeStatus, other: DisputeStatus): DisputeStatus {
  const at = Math.max(disputeStatuses.indexOf(one), disputeStatuses.indexOf(other));
  return disputeStatuses[at] as DisputeStatus;
}

/** In cents; more than the sale if it was refunded and lost in a dispute. */
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

/** `other`: not offered for the product. */
export const paymentMethods = ["card", "pix", "boleto", "other"] as const;

export type PaymentMethod = (typeof paymentMethods)[number];

interface Row {
  amount_cents: number;
}

interface SaleRow extends Row {
  platform_fee_cents: number;
  provider_fee_cents: number | null;
  paid_at: Date | null;
  duplicate: boolean;
}

interface RefundRow extends Row {
  status: RefundStatus;
  channel: "provider" | "outside";
}

interface DisputeRow extends Row {
  status: DisputeStatus;
}

export function gatherMoney(
  sale: SaleRow,
  refunds: readonly RefundRow[],
  disputes: readonly DisputeRow[],
): SaleMoney {
  return {
    amountCents: sale.amount_cents,
    platformFeeCents: sale.platform_fee_cents,
    providerFeeCents: sale.provider_fee_cents ?? 0,
    paid: sale.paid_at !== null,
    duplicate: sale.duplicate,
    refunds: refunds.map(({ amount_cents, status, channel }) => ({
      amountCents: amount_cents,
      status,
      channel,
    })),
    disputes: disputes.map(({ amount_cents, status }) => ({ amountCents: amount_cents, status })),
  };
}
