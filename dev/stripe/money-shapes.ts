import { z } from "zod";

const metadata = z.record(z.string(), z.string());

/** In the account's own currency: https://docs.stripe.com/api/balance_transactions */
export const booking = z.object({
  id: z.string(),
  created: z.number(),
  amount: z.number(),
  fee: z.number(),
  currency: z.string(),
  exchange_rate: z.number().nullable(),
  type: z.enum(["charge", "adjustment"]),
});

export const charge = z.object({
  id: z.string(),
  created: z.number(),
  payment_intent: z.string(),
  method: z.enum(["card", "pix", "boleto"]),
  amount: z.number(),
  amount_refunded: z.number(),
  currency: z.string(),
  metadata,
  booking: booking.nullable(),
});

export const refundStatus = z.enum(["pending", "requires_action", "succeeded", "failed", "canceled"]);

export const refund = z.object({
  id: z.string(),
  created: z.number(),
  charge: z.string(),
  payment_intent: z.string(),
  amount: z.number(),
  currency: z.string(),
  metadata,
  reason: z.string().nullable(),
  status: refundStatus,
  failed_at: z.number().optional(),
});

/** Of the account without a payment: a payout to the bank, a fee. */
export const movement = z.object({
  id: z.string(),
  created: z.number(),
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

export const dispute = z.object({
  id: z.string(),
  created: z.number(),
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
export const uploadedFile = z.object({
  id: z.string(),
  created: z.number(),
  filename: z.string(),
  purpose: z.literal("dispute_evidence"),
  size: z.number(),
  type: z.enum(["pdf", "jpg", "png"]),
  /** SHA-256; empty in data of an earlier version. */
  digest: z.string().default(""),
});

export type UploadedFile = z.infer<typeof uploadedFile>;
export type Booking = z.infer<typeof booking>;
export type Movement = z.infer<typeof movement>;
export type Charge = z.infer<typeof charge>;
export type RefundStatus = z.infer<typeof refundStatus>;
export type Refund = z.infer<typeof refund>;
export type DisputeStatus = z.infer<typeof disputeStatus>;
export type Dispute = z.infer<typeof dispute>;
