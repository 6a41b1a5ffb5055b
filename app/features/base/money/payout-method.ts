/** How a creator is paid (product.md, Payment method). */
export const payoutMethods = ["pix", "bank", "card"] as const;

export type PayoutMethod = (typeof payoutMethods)[number];

/** Old rows may also hold `stripe`, written before there were methods (product.md, Payment method). */
export type PayoutMethodStored = PayoutMethod | "stripe";

/** Reads a stored method: legacy `stripe` is card, anything unknown is pix (product.md, Payment method). */
export function parsePayoutMethod(stored: string | null | undefined): PayoutMethod {
  if (stored === "stripe") return "card";
  return payoutMethods.find((method) => method === stored) ?? "pix";
}

const labels: Record<PayoutMethod, string> = {
  pix: "PIX",
  bank: "Transferência bancária",
  card: "Cartão",
};

/** Returns a stored method in words, for the administrators' screens and files, which are in Portuguese only. */
export function labelPayoutMethod(stored: PayoutMethodStored): string {
  return labels[parsePayoutMethod(stored)];
}

/** The most digits of a card number (product.md, Constants). */
export const cardNumberDigits = 16;

/**
 * Returns the last 4 digits of a card number, which is all that may be stored (product.md, Validation); null for fewer.
 */
export function cardLast4(cardNumber: string): string | null {
  return /\d{4}$/.exec(cardNumber)?.[0] ?? null;
}
