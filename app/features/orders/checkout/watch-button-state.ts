import type { AwaitedPaymentView } from "./awaited-payment";
import type { WatchStep } from "./watch-step";

/** The action of the Watch button, and the status of a pending payment. */
export interface WatchButtonState {
  step: WatchStep;
  /** Only with `paying` and `held`. */
  saleId?: string;
  /** Only with `paying` and `held`, and only while the buyer can still pay. */
  awaited?: AwaitedPaymentView;
  /** Only with `held`: what is being paid. */
  heldBy?: { title: string; isCourse: boolean };
}
