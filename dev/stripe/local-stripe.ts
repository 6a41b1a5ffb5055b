import type { Clock } from "~/integrations/clock";
import type { ApiFault } from "./api";
import type { BookingTime, BookResult } from "./charges";
import type { Attempt, PayResult, SettleResult } from "./checkout";
import type { DisputeResult, NewDispute } from "./disputes";
import type { Charge, Dispute, DisputeStatus, Movement, Refund, RefundStatus } from "./money-shapes";
import type { NewMovement } from "./movements";
import type { RefundOutcome, SettleRefundResult } from "./refunds";
import type { PaymentIntent, Session, StoredEvent } from "./state";
import type { WebhookMode, WebhookOrder } from "./webhooks";

export interface StripeOptions {
  port?: number;
  /** Without it events wait until `setWebhookUrl`. */
  webhookUrl?: string;
  webhookSecret: string;
  secretKey: string;
  clock?: Clock;
  dataFile?: string;
  /** Pauses between deliveries; the default has seven, half a minute in all. */
  retryDelaysMs?: readonly number[];
}

export interface LocalStripe {
  /** `apiUrl`; the pay pages and the control page (`/dev`) are below it, too. */
  url: string;
  port: number;
  setWebhookUrl(url: string): void;
  /** Dates what happens from now on this much earlier: as if its events arrived late. */
  setBehind(milliseconds: number): void;
  /** Oldest first, as are the lists below. */
  sessions(): Session[];
  paymentIntents(): PaymentIntent[];
  charges(): Charge[];
  refunds(): Refund[];
  disputes(): Dispute[];
  /** As the pay page does. Waits for the webhook. */
  pay(sessionId: string, how: Attempt): Promise<PayResult>;
  settle(sessionId: string, outcome: "succeeded" | "failed"): Promise<SettleResult>;
  expireDue(): Promise<void>;
  events(): StoredEvent[];
  announce(type: string, object: unknown): Promise<StoredEvent>;
  redeliver(eventId: string): Promise<StoredEvent | undefined>;
  redeliverAll(order: WebhookOrder): Promise<void>;
  pauseWebhooks(): void;
  resumeWebhooks(): void;
  /** `hold` pauses; `drop` loses later events; `twice` sends each event twice. */
  setWebhookMode(mode: WebhookMode): void;
  releaseWebhooks(order: WebhookOrder): Promise<void>;
  setBookingTime(time: BookingTime): void;
  book(paymentIntentId: string): Promise<BookResult>;
  setRefundOutcome(outcome: RefundOutcome): void;
  settleRefund(refundId: string, status: RefundStatus): Promise<SettleRefundResult>;
  openDispute(paymentIntentId: string, how?: NewDispute): Promise<DisputeResult>;
  /** `amount`: while no money was withdrawn. */
  moveDispute(disputeId: string, status: DisputeStatus, amount?: number): Promise<DisputeResult>;
  setDisputeFee(cents: number): void;
  /** In cents of BRL. */
  balance(): number;
  payOut(): Movement | undefined;
  addMovement(movement: NewMovement): Movement;
  /** Every API call fails or hangs until the fault is removed. Pages are not affected. */
  setApiFault(fault: ApiFault | undefined): void;
  close(): Promise<void>;
}
