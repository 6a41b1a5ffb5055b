import type { ShownAwaitedPayment } from "~/features/orders/checkout/awaited-payment";
import type { WatchStep } from "./watch-step";

/** What the Watch button does, and the status of a payment that is still to come. */
export interface ShownStep {
  step: WatchStep;
  /** Only with `paying`. */
  saleId?: string;
  /** Only with `paying`, and only while the buyer can still pay. */
  awaited?: ShownAwaitedPayment;
}
