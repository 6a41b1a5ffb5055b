import type { PaymentMethod } from "./payments";

const METHODS: Record<string, PaymentMethod> = { card: "card", pix: "pix", boleto: "boleto" };

/** Stripe's name for a way to pay in our words; `other` for one that we never asked for, or none. */
export function toPaymentMethod(type: string | undefined): PaymentMethod {
  return (type !== undefined && Object.hasOwn(METHODS, type) && METHODS[type]) || "other";
}
