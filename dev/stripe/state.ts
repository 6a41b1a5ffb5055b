import { randomInt } from "node:crypto";
import { z } from "zod";
import { readStored, writeStored } from "../local-server/stored-file";

const metadata = z.record(z.string(), z.string());

/** What every object has; `created`: seconds since 1970. */
const made = z.object({ id: z.string(), created: z.number() });

export const paymentMethod = z.enum(["card", "pix", "boleto"]);

const session = made.extend({
  expires_at: z.number(),
  status: z.enum(["open", "complete", "expired"]),
  payment_status: z.enum(["unpaid", "paid"]),
  amount_total: z.number(),
  currency: z.string(),
  product_name: z.string(),
  success_url: z.string(),
  cancel_url: z.string().nullable(),
  client_reference_id: z.string().nullable(),
  customer_email: z.string().nullable(),
  locale: z.string().nullable(),
  metadata,
  payment_intent: z.string().nullable(),
  payment_intent_metadata: metadata,
  allowed_payment_method_types: z.array(z.string()).nullable(),
  payment_method_types: z.array(paymentMethod),
  pix_expires_after_seconds: z.number().nullable(),
  boleto_expires_after_days: z.number().nullable().default(null),
});

const paymentIntent = made.extend({
  status: z.enum(["requires_payment_method", "requires_action", "succeeded", "canceled"]),
  amount: z.number(),
  currency: z.string(),
  metadata,
  payment_method: paymentMethod,
  payable_until: z.number().nullable().default(null),
  latest_charge: z.string().nullable().default(null),
});

/** In the account's own currency: https://docs.stripe.com/api/balance_transactions */
const booking = made.extend({
  amount: z.number(),
  fee: z.number(),
  currency: z.string(),
  exchange_rate: z.number().nullable(),
  type: z.enum(["charge", "adjustment"]),
});

const charge = made.extend({
  payment_intent: z.string(),
  method: paymentMethod,
  amount: z.number(),
  amount_refunded: z.number(),
  currency: z.string(),
  metadata,
  booking: booking.nullable(),
});

export const refundStatus = z.enum(["pending", "requires_action", "succeeded", "failed", "canceled"]);

const refund = made.extend({
  charge: z.string(),
  payment_intent: z.string(),
  amount: z.number(),
  currency: z.string(),
  metadata,
  reason: z.string().nullable(),
  status: refundStatus,
  failed_at: z.number().optional(),
});

/** Of the account without a payment, such as a payout to the bank or a fee. */
const movement = made.extend({
  amount: z.number(),
  fee: z.number(),
  type: z.string(),
  category: z.string(),
  source: z.string().nullable(),
});

export const disputeStatus = z.enum([
  "warning_needs_response",
  "warning_under_review",
  "warning_closed",
  "needs_response",
  "under_review",
  "appeal_needs_response",
  "appeal_under_review",
  "won",
  "lost",
  "prevented",
]);

const dispute = made.extend({
  charge: z.string(),
  payment_intent: z.string(),
  amount: z.number(),
  currency: z.string(),
  reason: z.string(),
  status: disputeStatus,
  bookings: z.array(booking),
  evidence: z.record(z.string(), z.string()).default({}),
  /** Unix seconds; null for one that cannot be answered. */
  due_by: z.number().nullable().default(null),
  submission_count: z.number().default(0),
});

/** Without its bytes: https://docs.stripe.com/api/files/object */
const uploadedFile = made.extend({
  filename: z.string(),
  purpose: z.literal("dispute_evidence"),
  size: z.number(),
  type: z.enum(["pdf", "jpg", "png"]),
  /** SHA-256; empty in data of an earlier version. */
  digest: z.string().default(""),
});

const storedEvent = made.extend({
  type: z.string(),
  body: z.string(),
  /** Oldest first; `at` in milliseconds, `status` null if the request failed. */
  attempts: z.array(
    z.object({ at: z.number(), status: z.number().nullable(), error: z.string().nullable() }),
  ),
  delivered: z.boolean(),
  lost: z.boolean().default(false),
});

/** The object that a request made, for the repetition of its idempotency key. */
const answer = z.object({
  endpoint: z.string(),
  params: z.string(),
  requestId: z.string(),
  at: z.number(),
  session: session.optional(),
  refund: refund.optional(),
  dispute: dispute.optional(),
  file: uploadedFile.optional(),
});

const state = z.object({
  version: z.literal(1),
  sessions: z.record(z.string(), session).default({}),
  intents: z.record(z.string(), paymentIntent).default({}),
  charges: z.record(z.string(), charge).default({}),
  refunds: z.record(z.string(), refund).default({}),
  disputes: z.record(z.string(), dispute).default({}),
  files: z.record(z.string(), uploadedFile).default({}),
  movements: z.array(movement).default([]),
  events: z.array(storedEvent).default([]),
  answers: z.record(z.string(), answer).default({}),
});

export type PaymentMethod = z.infer<typeof paymentMethod>;
export type Session = z.infer<typeof session>;
export type PaymentIntent = z.infer<typeof paymentIntent>;
export type Booking = z.infer<typeof booking>;
export type Charge = z.infer<typeof charge>;
export type RefundStatus = z.infer<typeof refundStatus>;
export type Refund = z.infer<typeof refund>;
export type Movement = z.infer<typeof movement>;
export type DisputeStatus = z.infer<typeof disputeStatus>;
export type Dispute = z.infer<typeof dispute>;
export type UploadedFile = z.infer<typeof uploadedFile>;
export type StoredEvent = z.infer<typeof storedEvent>;
export type StoredAnswer = z.infer<typeof answer>;
export type State = z.infer<typeof state>;

export interface Store {
  readonly state: State;
  save(): void;
}

/** What all parts of the account use. */
export interface Account extends Store {
  /** Seconds since 1970. */
  now(): number;
  /** Of the API and the pages. */
  origin: string;
  /** Sends an event, and saves. */
  announce(type: string, object: unknown): void;
}

/** With a file it outlives the process. */
export function openStore(dataFile: string | undefined): Store {
  const current = (dataFile && readStored(dataFile, state)) || state.parse({ version: 1 });
  return {
    state: current,
    save() {
      if (dataFile) writeStored(dataFile, current);
    },
  };
}

export function findById<T>(objects: Record<string, T>, id: string | null): T | undefined {
  return id !== null && Object.hasOwn(objects, id) ? objects[id] : undefined;
}

const ALPHABET = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";

type Prefix = "cs_test_" | "pi_" | "ch_" | "txn_" | "re_" | "du_" | "file_" | "evt_" | "req_";

/** As long as Stripe's: `cs_test_` and 58 characters, others 24. */
export function newId(prefix: Prefix): string {
  const length = prefix === "cs_test_" ? 58 : prefix === "req_" ? 14 : 24;
  return prefix + Array.from({ length }, () => ALPHABET[randomInt(ALPHABET.length)]).join("");
}
