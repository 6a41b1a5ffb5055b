import { type AwaitedPayment, decideAwaitedPayment } from "~/features/awaiting/awaited-payment";
import type { PaymentMethod } from "~/features/money/payment-methods";
import { type SaleMoney, type SaleStatus, sumTakenBack } from "~/features/settlement/sale-status";

/** What a buyer is told of a purchase, and may do about it. */
export type PurchaseState =
  /** `payable`: its checkout is still open. Where not, whether it was paid is not known yet: the word may be on its way. */
  | { kind: "pending"; payable: boolean }
  | ({ kind: "awaiting" } & AwaitedPayment)
  | { kind: "processing" }
  /** `backCents`: what of it has gone back, or is on its way. */
  | { kind: "paid"; backCents: number }
  /** `again`: whether the video can be bought again, or why not. */
  | { kind: "failed"; again: BuyAgain }
  /** `byHand`: a transfer that a person still has to make. */
  | { kind: "refunded"; byHand: boolean; on: Date | undefined }
  | { kind: "disputed" }
  /** Paid a second time, and not back yet. */
  | { kind: "paidTwice" };

/** Whether a video whose payment failed can be bought again: `bought` and `paying` are another purchase of it. */
export type BuyAgain = "possible" | "bought" | "paying" | "gone";

export interface Purchase {
  status: SaleStatus;
  paymentMethod: PaymentMethod | null;
  awaitingUntil: Date | null;
  checkoutUrl: string | null;
  checkoutExpiresAt: Date | null;
  money: SaleMoney;
  /** What became of the other purchases that this person made of the video. */
  otherPurchase: "bought" | "paying" | undefined;
  forSale: boolean;
  /** When money last went back, or a dispute was lost. */
  backAt: Date | undefined;
}

/** Decides what a buyer is told, from what is known now. */
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

/** Whether all that goes back has left us. */
function isSent({ refunds }: SaleMoney): boolean {
  return refunds.every(({ status }) => status === "succeeded" || status === "failed");
}
