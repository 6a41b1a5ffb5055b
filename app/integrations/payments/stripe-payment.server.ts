import { z } from "zod";
import type { Charge, PendingPayment } from "./payments";
import { parseCharge } from "./stripe-charge.server";
import { toPaymentMethod } from "./stripe-method.server";

/** What must be expanded for `parsePaidCharge`. */
export const CHARGE_OF_PAYMENT = ["latest_charge.balance_transaction"];

/** What must be expanded for `parsePending`. */
export const METHOD_OF_PAYMENT = ["payment_method"];

const paidShape = z.object({ object: z.literal("payment_intent"), latest_charge: z.unknown() });

/** The charge that paid a payment intent; undefined while there is none. */
export function parsePaidCharge(intent: unknown): Charge | undefined | "malformed" {
  const parsed = paidShape.safeParse(intent);
  if (!parsed.success) return "malformed";
  return parsed.data.latest_charge == null ? undefined : parseCharge(parsed.data.latest_charge);
}

const expiring = z.object({ expires_at: z.number().int().nullish() }).nullish();

const pendingShape = z.object({
  object: z.literal("payment_intent"),
  status: z.string(),
  payment_method: z.object({ type: z.string() }).nullish(),
  next_action: z.object({ boleto_display_details: expiring, pix_display_qr_code: expiring }).nullish(),
});

/** A payment whose money is still to come, and until when it can be paid; undefined for any other. */
export function parsePending(intent: unknown): PendingPayment | undefined | "malformed" {
  const parsed = pendingShape.safeParse(intent);
  if (!parsed.success) return "malformed";
  const { status, payment_method, next_action } = parsed.data;
  if (status !== "requires_action" && status !== "processing") return undefined;
  const expiresAt =
    next_action?.boleto_display_details?.expires_at ?? next_action?.pix_display_qr_code?.expires_at;
  return {
    method: toPaymentMethod(payment_method?.type),
    expiresAt: expiresAt == null ? undefined : new Date(expiresAt * 1000),
  };
}
