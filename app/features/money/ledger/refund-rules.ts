import { behindUtcMs, dayMs } from "~/i18n/days";
import { type DisputeStatus, isUndone, type RefundStatus, type SaleMoney, sumTakenBack } from "./sale-status";

const refundReasons = ["withdrawal", "admin", "duplicate", "provider"] as const;

export type RefundReason = (typeof refundReasons)[number];

/** `outside`: by bank transfer, the only way for a boleto. */
export type RefundChannel = "provider" | "outside";

export interface FailedRefund {
  id: string;
  reason: RefundReason;
}

export type RefundRefusal =
  | "notPaid"
  /** The bank holds the money: a refund would return it twice. */
  | "disputeOpen"
  | "nothingLeft"
  | "tooMuch"
  | "changedMeanwhile"
  /** The provider returns neither a boleto nor what a lost dispute took a part of. */
  | "boletoOutside"
  | "disputeOutside";

export interface RefundRequest {
  amountCents: number;
  channel: RefundChannel;
  seenBackCents: number;
}

type RefundedSale = SaleMoney & { paymentMethod: string | null };

/** The bank has the money until a dispute ends: a refund could return it twice. */
export function isHeldByDispute({ disputes }: Pick<SaleMoney, "disputes">): boolean {
  return disputes.some(({ status }) => status === "open");
}

export function refundableCents(sale: SaleMoney): number {
  return sale.paid ? Math.max(0, sale.amountCents - sumTakenBack(sale)) : 0;
}

/**
 * The usual way first. Stripe returns no boleto, and refuses every refund after a lost dispute, also of what the bank
 * left (https://docs.stripe.com/disputes/responding).
 */
export function refundChannels({
  paymentMethod,
  disputes,
}: {
  paymentMethod: string | null;
  disputes: readonly { status: DisputeStatus }[];
}): readonly [RefundChannel, ...RefundChannel[]] {
  const outsideOnly = paymentMethod === "boleto" || disputes.some(({ status }) => status === "lost");
  return outsideOnly ? ["outside"] : ["provider", "outside"];
}

export function refuseRefund(sale: RefundedSale, wish: RefundRequest): RefundRefusal | undefined {
  if (!sale.paid) return "notPaid";
  if (isHeldByDispute(sale)) return "disputeOpen";
  if (sumTakenBack(sale) !== wish.seenBackCents) return "changedMeanwhile";
  const left = refundableCents(sale);
  if (left === 0) return "nothingLeft";
  if (!Number.isSafeInteger(wish.amountCents) || wish.amountCents < 1 || wish.amountCents > left)
    return "tooMuch";
  if (refundChannels(sale).includes(wish.channel)) return undefined;
  return sale.paymentMethod === "boleto" ? "boletoOutside" : "disputeOutside";
}

interface KeyedRefund {
  channel: RefundChannel;
  reason: RefundReason;
  status: RefundStatus;
  amountCents: number;
  /** When the buyer gave the Pix key; null without one. */
  keyGivenAt: Date | null;
}

type KeyNeed =
  /** A bank transfer waits for its first key. */
  | { kind: "waiting" }
  /** The key is not used yet: the buyer may correct it. */
  | { kind: "change"; keyGivenAt: Date }
  /** A transfer failed or came back: it is repeated to another key. */
  | { kind: "again"; reason: RefundReason; amountCents: number };

/**
 * Decides whether the buyer must or may give a destination; undefined without a transfer, and for a repeat during an
 * open dispute. The buyer repeats a failed withdrawal (`mayWithdraw`). `refunds`: oldest first.
 */
export function decideKeyNeed(sale: SaleMoney, refunds: readonly KeyedRefund[]): KeyNeed | undefined {
  const waiting = refunds.filter(({ channel, status }) => channel === "outside" && status === "requested");
  if (waiting.some(({ keyGivenAt }) => !keyGivenAt)) return { kind: "waiting" };
  const given = waiting.at(-1)?.keyGivenAt;
  if (given) return { kind: "change", keyGivenAt: given };
  const claim = findClaim(sale, refunds);
  if (claim?.channel !== "outside" || claim.reason === "withdrawal" || isHeldByDispute(sale))
    return undefined;
  const left = refundableCents(sale);
  const amountCents = sale.duplicate ? left : Math.min(left, claim.amountCents);
  return { kind: "again", reason: claim.reason, amountCents };
}

/**
 * The last refund, if promised and not arrived. A failed transfer without a key was given up by an administrator,
 * except of a second payment: that is the buyer's money. `openClaims` (refunds.queries.server.ts) is the same rule in
 * SQL. `refunds`: oldest first.
 */
export function findClaim<Refund extends Omit<KeyedRefund, "amountCents">>(
  sale: SaleMoney,
  refunds: readonly Refund[],
): Refund | undefined {
  const last = refunds.at(-1);
  if (!last || !isUndone(last) || refundableCents(sale) === 0) return undefined;
  const givenUp =
    last.status === "failed" &&
    last.channel === "outside" &&
    last.reason !== "duplicate" &&
    last.keyGivenAt === null;
  return givenUp ? undefined : last;
}

/** At the provider, before a bank transfer. */
const duplicateTries = 2;

/**
 * How to refund a second payment after a failure at the provider: the same way again, then by bank transfer. Undefined
 * if nothing is to be done now: a failed transfer waits for another key (`decideKeyNeed`), everything for the end of a
 * dispute. `refunds`: oldest first.
 */
export function decideDuplicateRetry(
  sale: SaleMoney,
  refunds: readonly { channel: RefundChannel; status: RefundStatus }[],
): RefundChannel | undefined {
  const last = refunds.at(-1);
  if (!sale.duplicate || last?.channel !== "provider" || !isUndone(last) || refundableCents(sale) === 0)
    return undefined;
  if (isHeldByDispute(sale)) return undefined;
  const tries = refunds.filter((refund) => refund.channel === "provider" && isUndone(refund)).length;
  // No boleto: the last refund was sent to the provider.
  const [channel] = refundChannels({ paymentMethod: null, disputes: sale.disputes });
  return tries < duplicateTries ? channel : "outside";
}

export function hasFailedWithdrawal(
  refunds: readonly { reason: RefundReason; status: RefundStatus }[],
): boolean {
  return refunds.some((refund) => refund.reason === "withdrawal" && isUndone(refund));
}

export type TransferRefusal =
  | "gone"
  | "keyChanged"
  /** Recorded as sent, with neither a key nor a reason. */
  | "keyMissing"
  /** Recorded as sent while the bank holds the money. */
  | "disputeOpen";

/** `held`: by an open dispute. `seenKeyGivenAt`: of the key that the administrator saw; null for none. */
export function refuseTransferOutcome(
  { status, keyGivenAt, held }: { status: RefundStatus; keyGivenAt: Date | null; held: boolean },
  wish: { outcome: "succeeded" | "failed"; seenKeyGivenAt: Date | null; noKeyReason: string | undefined },
): TransferRefusal | undefined {
  if (status !== "requested") return "gone";
  if (keyGivenAt?.getTime() !== wish.seenKeyGivenAt?.getTime()) return "keyChanged";
  if (wish.outcome === "failed") return undefined;
  if (held) return "disputeOpen";
  return !keyGivenAt && !wish.noKeyReason ? "keyMissing" : undefined;
}

/** Art. 49 of the Brazilian consumer code (CDC). */
export const withdrawalDays = 7;

/** Includes the seventh day after the payment, in Brasília (Código Civil, art. 132). */
export function withdrawalEnds(paidAt: Date): Date {
  const day = Math.floor((paidAt.getTime() - behindUtcMs) / dayMs);
  return new Date((day + withdrawalDays + 1) * dayMs + behindUtcMs);
}

interface WithdrawableSale extends SaleMoney {
  paidAt: Date | null;
  /** An earlier withdrawal could not be sent (`hasFailedWithdrawal`). */
  withdrawalFailed: boolean;
  /** It lowered the price of a paid course, which is returned first. */
  credited?: boolean;
}

/** A timely withdrawal stays valid if its refund fails: a wrong Pix key is found out days later. */
export function mayWithdraw(sale: WithdrawableSale, now: Date): boolean {
  if (!sale.paid || !sale.paidAt || sale.duplicate || sale.credited) return false;
  if (sale.disputes.some(({ status }) => status === "open")) return false;
  const inTime = now.getTime() < withdrawalEnds(sale.paidAt).getTime();
  return refundableCents(sale) > 0 && (inTime || sale.withdrawalFailed);
}

export function toKeyedRefund(row: {
  channel: RefundChannel;
  reason: RefundReason;
  status: RefundStatus;
  amount_cents: number;
  key_given_at: Date | null;
}): KeyedRefund {
  const { channel, reason, status, amount_cents, key_given_at } = row;
  return { channel, reason, status, amountCents: amount_cents, keyGivenAt: key_given_at };
}
