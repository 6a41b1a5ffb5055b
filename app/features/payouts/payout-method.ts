/** How a creator is paid by hand (spec section 4). */
export const payoutMethods = ["pix", "bank", "card"] as const;

export type PayoutMethod = (typeof payoutMethods)[number];

/** What older rows may hold besides. */
export type PayoutMethodStored = PayoutMethod | "stripe";

/** Reads a stored method: legacy `stripe` is card, anything unknown is pix (spec section 4). */
export function parsePayoutMethod(stored: string | null | undefined): PayoutMethod {
  if (stored === "stripe") return "card";
  return payoutMethods.find((method) => method === stored) ?? "pix";
}

/** The most digits of a card number (spec section 9). */
export const cardNumberDigits = 16;

/** Keeps what may be kept of a card number (spec section 5): its last 4 digits, or null when there are fewer. */
export function cardLast4(cardNumber: string): string | null {
  return /\d{4}$/.exec(cardNumber)?.[0] ?? null;
}
