/** How a creator is paid by hand (product.md, Payment method). */
export const payoutMethods = ["pix", "bank", "card"] as const;

export type PayoutMethod = (typeof payoutMethods)[number];

/** What older rows may hold besides. */
export type PayoutMethodStored = PayoutMethod | "stripe";

/** Reads a stored method: legacy `stripe` is card, anything unknown is pix (product.md, Payment method). */
export function parsePayoutMethod(stored: string | null | undefined): PayoutMethod {
  if (stored === "stripe") return "card";
  return payoutMethods.find((method) => method === stored) ?? "pix";
}

/** The most digits of a card number (product.md, Constants). */
export const cardNumberDigits = 16;

/** Keeps what may be kept of a card number (product.md, Validation): its last 4 digits, or null when there are fewer. */
export function cardLast4(cardNumber: string): string | null {
  return /\d{4}$/.exec(cardNumber)?.[0] ?? null;
}
