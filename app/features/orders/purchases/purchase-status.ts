import {
  isUndone,
  type PaymentMethod,
  type SaleMoney,
  type SaleStatus,
  sumTakenBack,
} from "~/features/money/ledger/sale-status";
import { type AwaitedPayment, decideAwaitedPayment } from "~/features/orders/checkout/awaited-payment";

export type PurchaseState =
  /** `payable`: its checkout is still open. Otherwise the payment event may still arrive. */
  | { kind: "pending"; payable: boolean }
  | ({ kind: "awaiting" } & AwaitedPayment)
  | { kind: "processing" }
  /** `backCents`: refunded, or being refunded. */
  | { kind: "paid"; backCents: number }
  | { kind: "failed"; again: BuyAgain }
  /** `byHand`: a manual transfer is still pending. */
  | { kind: "refunded"; byHand: boolean; on: Date | undefined }
  | { kind: "disputed" }
  /** Paid twice, and not refunded yet. */
  | { kind: "paidTwice" };

/** `bought` and `paying`: by another purchase of the same video. */
export type BuyAgain = "possible" | "bought" | "paying" | "gone";

export interface Purchase {
  status: SaleStatus;
  paymentMethod: PaymentMethod | null;
  awaitingUntil: Date | null;
  checkoutUrl: string | null;
  checkoutExpiresAt: Date | null;
  money: SaleMoney;
  otherPurchase: "bought" | "paying" | undefined;
  forSale: boolean;
  /** The last refund or lost dispute. */
  backAt: Date | undefined;
}

export function decidePurchaseState(purchase: Purchase, now: Date): PurchaseState {
  const { status, money } = purchase;
  const waitsByHand = money.refunds.some((one) => one.channel === "outside" && one.status === "requested");
  switch (status) {
    case "pending":
      return { kind: "pending", payable: isOpen(purchase, now) };
    case "processing": {
      if (money.duplicate) return { kind: "paidTwice" };
      const awaited = decideAwaitedPayment(
        { method: purchase.paymentMethod, until: purchase.awaitingUntil },
        now,
      );
      return awaited ? { kind: "awaiting", ...awaited } : { kind: "processing" };
    }
    case "completed":
      return { kind: "paid", backCents: sumTakenBack(money) };
    case "refunded":
      if (money.duplicate && !isSent(money)) return { kind: "paidTwice" };
      return { kind: "refunded", byHand: waitsByHand, on: purchase.backAt };
    case "failed":
      return { kind: "failed", again: purchase.otherPurchase ?? (purchase.forSale ? "possible" : "gone") };
    case "disputed":
      return { kind: status };
  }
}

function isOpen({ checkoutUrl, checkoutExpiresAt }: Purchase, now: Date): boolean {
  return checkoutUrl !== null && checkoutExpiresAt !== null && checkoutExpiresAt > now;
}

function isSent({ refunds }: SaleMoney): boolean {
  return refunds.every((refund) => refund.status === "succeeded" || isUndone(refund));
}
