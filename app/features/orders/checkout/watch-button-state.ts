import type { AwaitedPaymentView } from "./payment-link";

/**
 * What the Watch button does: sign in, buy, show the status of a payment or its dispute, or play a video that the
 * viewer has access to, or their own. `held`: a payment of its course or of a lesson of it comes first.
 */
type WatchStep = "login" | "buy" | "held" | "paying" | "disputed" | "bought" | "own";

/** The action of the Watch button, and the status of a pending payment. */
export interface WatchButtonState {
  step: WatchStep;
  /** Only with `paying` and `held`. */
  saleId?: string;
  /** Only with `paying` and `held`, and only while the buyer can still pay. */
  awaited?: AwaitedPaymentView;
}
