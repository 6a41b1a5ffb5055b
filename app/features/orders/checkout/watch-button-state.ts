import type { AwaitedPaymentView } from "./awaited-payment";
import type { WatchStep } from "./watch-step";

/** The action of the Watch button, and the status of a pending payment. */
export interface WatchButtonState {
  step: WatchStep;
  /** Only with `paying`. */
  saleId?: string;
  /** Only with `paying`, and only while the buyer can still pay. */
  awaited?: AwaitedPaymentView;
}
