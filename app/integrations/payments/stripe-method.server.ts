import type { PaymentMethod } from "./payments";

const METHODS: Record<string, PaymentMethod> = { card: "card", pix: "pix", boleto: "boleto" };

/** Returns the payment method of Stripe's type; `other` for one that is not offered, or none. */
export function toPaymentMethod(type: string | undefined): PaymentMethod {
  return (type !== undefined && Object.hasOwn(METHODS, type) && METHODS[type]) || "other";
}
