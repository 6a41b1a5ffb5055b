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
  /** 0 or nothing: any free port. */
  port?: number;
  /** Where events go; without it they wait until `setWebhookUrl`. */
  webhookUrl?: string;
  webhookSecret: string;
  secretKey: string;
  clock?: Clock;
  /** A JSON file that keeps sessions and events over a restart. */
  dataFile?: string;
  /** The pauses between deliveries of one event, in milliseconds; the default has seven, half a minute in all. */
  retryDelaysMs?: readonly number[];
}

export interface LocalStripe {
  /** For `apiUrl`; the pay pages and the control page (`/dev`) are below it too. */
  url: string;
  port: number;
  setWebhookUrl(url: string): void;
  /** Oldest first, as are the lists below. */
  sessions(): Session[];
  paymentIntents(): PaymentIntent[];
  charges(): Charge[];
  refunds(): Refund[];
  disputes(): Dispute[];
  /** What the pay page does, the wait for the webhook included. */
  pay(sessionId: string, how: Attempt): Promise<PayResult>;
  /** Ends a payment left for later. */
  settle(sessionId: string, outcome: "succeeded" | "failed"): Promise<SettleResult>;
  /** Expires what is due by the clock; without it that happens within a second, or when a session is looked at. */
  expireDue(): Promise<void>;
  /** Oldest first, `body` being what is sent. */
  events(): StoredEvent[];
  /** Announces an event of any type, to try how the receiver bears it. */
  announce(type: string, object: unknown): Promise<StoredEvent>;
  /** Delivers an event once more, with the same id, even while webhooks are paused. */
  redeliver(eventId: string): Promise<StoredEvent | undefined>;
  redeliverAll(order: WebhookOrder): Promise<void>;
  pauseWebhooks(): void;
  resumeWebhooks(): void;
  /** `hold` is the pause above; `drop` loses what is announced from now on; `twice` sends everything twice. */
  setWebhookMode(mode: WebhookMode): void;
  /** Sends what was held in this order, and delivers from then on. */
  releaseWebhooks(order: WebhookOrder): Promise<void>;
  /** Whether charges get their balance transaction with the payment, as they do at first, or only when booked by hand. */
  setBookingTime(time: BookingTime): void;
  book(paymentIntentId: string): Promise<BookResult>;
  /** What becomes of the refunds made from now on; at first all succeed at once. */
  setRefundOutcome(outcome: RefundOutcome): void;
  settleRefund(refundId: string, status: RefundStatus): Promise<SettleRefundResult>;
  openDispute(paymentIntentId: string, how?: NewDispute): Promise<DisputeResult>;
  /** With an amount in cents where it changes, which it may while no money was withdrawn. */
  moveDispute(disputeId: string, status: DisputeStatus, amount?: number): Promise<DisputeResult>;
  setDisputeFee(cents: number): void;
  /** What the account holds, in cents of BRL. */
  balance(): number;
  /** Sends all of it to the account's bank. */
  payOut(): Movement | undefined;
  /** Books a movement of the account, of any type. */
  addMovement(movement: NewMovement): Movement;
  /** Makes every API call fail, or wait until the fault is taken away again. Pages are not affected. */
  setApiFault(fault: ApiFault | undefined): void;
  close(): Promise<void>;
}
