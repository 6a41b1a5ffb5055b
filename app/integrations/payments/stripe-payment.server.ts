import { z } from "zod";
import type { Charge, PendingPayment } from "./payments";
import { parseCharge } from "./stripe-charge.server";
import { toPaymentMethod } from "./stripe-method.server";

export const CHARGE_OF_PAYMENT = ["latest_charge.balance_transaction"];

export const METHOD_OF_PAYMENT = ["payment_method"];

const paidShape = z.object({ object: z.literal("payment_intent"), latest_charge: z.unknown() });

/** Parses the charge of a payment intent; undefined while there is none. */
export function parsePaidCharge(intent: unknown): Charge | undefined | "malformed" {
  const parsed = paidShape.safeParse(intent);
  if (!parsed.success) return "malformed";
  return parsed.data.latest_charge == null ? undefined : parseCharge(parsed.data.latest_charge);
}

const seconds = z.number().int().nullish();
const text = z.string().nullish();
const boletoShape = z.object({ number: text, hosted_voucher_url: text, expires_at: seconds }).nullish();
const pixShape = z.object({ data: text, hosted_instructions_url: text, expires_at: seconds }).nullish();

const pendingShape = z.object({
  object: z.literal("payment_intent"),
  status: z.string(),
  payment_method: z.object({ type: z.string() }).nullish(),
  next_action: z.object({ boleto_display_details: boletoShape, pix_display_qr_code: pixShape }).nullish(),
});

/** Parses a payment whose money is still to come; undefined for any other. */
export function parsePending(intent: unknown): PendingPayment | undefined | "malformed" {
  const parsed = pendingShape.safeParse(intent);
  if (!parsed.success) return "malformed";
  const { status, payment_method, next_action } = parsed.data;
  if (status !== "requires_action" && status !== "processing") return undefined;
  const { boleto_display_details: boleto, pix_display_qr_code: pix } = next_action ?? {};
  const expiresAt = boleto?.expires_at ?? pix?.expires_at;
  return {
    method: toPaymentMethod(payment_method?.type),
    code: boleto?.number ?? pix?.data ?? undefined,
    voucherUrl: parseWebUrl(boleto?.hosted_voucher_url ?? pix?.hosted_instructions_url),
    expiresAt: expiresAt == null ? undefined : new Date(expiresAt * 1000),
  };
}

/** Returns a URL that can be linked to; undefined for anything but http and https. */
function parseWebUrl(url: string | null | undefined): string | undefined {
  const parsed = url && URL.canParse(url) ? new URL(url) : undefined;
  return parsed?.protocol === "https:" || parsed?.protocol === "http:" ? parsed.href : undefined;
}
