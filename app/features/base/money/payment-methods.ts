/** How a buyer paid; `other` for a method that the product does not offer. */
export const paymentMethods = ["card", "pix", "boleto", "other"] as const;

export type PaymentMethod = (typeof paymentMethods)[number];
