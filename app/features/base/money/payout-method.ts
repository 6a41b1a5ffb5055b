/** product.md, Payment method. */
export const payoutMethods = ["pix", "bank", "card"] as const;

export type PayoutMethod = (typeof payoutMethods)[number];

/** Old rows may hold `stripe` (product.md, Payment method). */
export type PayoutMethodStored = PayoutMethod | "stripe";

/** `stripe` means card, anything unknown pix (product.md, Payment method). */
export function parsePayoutMethod(stored: string | null | undefined): PayoutMethod {
  if (stored === "stripe") return "card";
  return payoutMethods.find((method) => method === stored) ?? "pix";
}

const labels: Record<PayoutMethod, string> = {
  pix: "PIX",
  bank: "Transferência bancária",
  card: "Cartão",
};

/** In Portuguese: only administrators see it. */
export function labelPayoutMethod(stored: PayoutMethodStored): string {
  return labels[parsePayoutMethod(stored)];
}

/** Maximum (product.md, Constants). */
export const cardNumberDigits = 16;

/** All that may be stored (product.md, Validation); null for fewer digits. */
export function cardLast4(cardNumber: string): string | null {
  return /\d{4}$/.exec(cardNumber)?.[0] ?? null;
}
