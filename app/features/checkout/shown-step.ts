import type { ShownAwaitedPayment } from "~/features/awaiting/awaited-payment";
import type { WatchStep } from "./watch-step";

/** What pressing Watch on a video does, and how its payment stands where one is under way. */
export interface ShownStep {
  step: WatchStep;
  /** Only with `paying`: the sale whose payment is under way. */
  saleId?: string;
  /** Only with `paying`, and only while the buyer can still pay. */
  awaited?: ShownAwaitedPayment;
}
