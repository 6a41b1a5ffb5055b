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
  /** Dates what happens from now on this much earlier, in milliseconds: as if its events arrived late. */
  setBehind(milliseconds: number): void;
  /** Oldest first, as are the lists below. */
  sessions(): Session[];
  paymentIntents(): PaymentIntent[];
  charges(): Charge[];
  refunds(): Refund[];
  disputes(): Dispute[];
  /** Pays as the pay page does, and waits for the webhook. */
  pay(sessionId: string, how: Attempt): Promise<PayResult>;
  /** Ends a pending payment. */
  settle(sessionId: string, outcome: "succeeded" | "failed"): Promise<SettleResult>;
  /** Expires sessions that are due; otherwise that happens within a second, or when a session is read. */
  expireDue(): Promise<void>;
  /** Oldest first. `body`: the bytes that are sent. */
  events(): StoredEvent[];
  /** Sends an event of any type, to test how the receiver handles it. */
  announce(type: string, object: unknown): Promise<StoredEvent>;
  /** Delivers an event once more, with the same id, even while webhooks are paused. */
  redeliver(eventId: string): Promise<StoredEvent | undefined>;
  redeliverAll(order: WebhookOrder): Promise<void>;
  pauseWebhooks(): void;
  resumeWebhooks(): void;
  /** `hold` is the pause above; `drop` loses later events; `twice` sends each event twice. */
  setWebhookMode(mode: WebhookMode): void;
  /** Sends the held events in this order, and delivers later ones at once. */
  releaseWebhooks(order: WebhookOrder): Promise<void>;
  /** When charges get their balance transaction: with the payment (the default), or only by `book`. */
  setBookingTime(time: BookingTime): void;
  book(paymentIntentId: string): Promise<BookResult>;
  /** The status of new refunds; by default they succeed immediately. */
  setRefundOutcome(outcome: RefundOutcome): void;
  settleRefund(refundId: string, status: RefundStatus): Promise<SettleRefundResult>;
  openDispute(paymentIntentId: string, how?: NewDispute): Promise<DisputeResult>;
  /** With an amount in cents where it changes, which it may while no money was withdrawn. */
  moveDispute(disputeId: string, status: DisputeStatus, amount?: number): Promise<DisputeResult>;
  setDisputeFee(cents: number): void;
  /** The account's balance, in cents of BRL. */
  balance(): number;
  /** Sends all of it to the account's bank. */
  payOut(): Movement | undefined;
  /** Books a movement of the account, of any type. */
  addMovement(movement: NewMovement): Movement;
  /** Makes every API call fail or hang until the fault is removed. Pages are not affected. */
  setApiFault(fault: ApiFault | undefined): void;
  close(): Promise<void>;
}
