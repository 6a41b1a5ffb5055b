import { amountPattern, parseAmount } from "./typed-amount";

/**
 * The payment provider's minimum charge in BRL, in cents. The database's functions hold the
 * same number (0006-orders, 0007-access).
 */
export const lowestPriceCents = 50;

/** The payment provider's maximum: eight digits of cents. */
export const highestPriceCents = 99_999_999;

export type Price =
  | { ok: true; cents: number }
  | { ok: false; error: "videos.priceInvalid" | "videos.priceTooLow" | "videos.priceTooHigh" };

/** The field beside a price by which a creator offers a product for money or for nothing. */
export const pricingField = "pricing";

export type Pricing = "paid" | "free";

/** Returns whether a form offers its product for nothing. */
export function isFreeChosen(fields: Record<string, unknown>): boolean {
  return fields[pricingField] === ("free" satisfies Pricing);
}

export const pricePattern = amountPattern;

/** Reads a price as typed (product.md, Validation). Returns whole cents, or the message to show. */
export function parsePrice(typed: string): Price {
  const cents = parseAmount(typed);
  if (!cents) return { ok: false, error: "videos.priceInvalid" };
  if (cents < lowestPriceCents) return { ok: false, error: "videos.priceTooLow" };
  if (cents > highestPriceCents) return { ok: false, error: "videos.priceTooHigh" };
  return { ok: true, cents };
}
