/** How a buyer paid; `other` for a way we never asked for. */
export const paymentMethods = ["card", "pix", "boleto", "other"] as const;

export type PaymentMethod = (typeof paymentMethods)[number];
