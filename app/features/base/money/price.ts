import { plainCode } from "~/ui/forms/plain-code";

/** An amount as typed: digits, with comma or point before at most two decimals; also for `<input pattern>`. */
export const amountPattern = "[0-9]+([.,][0-9]{1,2})?";

const accepted = new RegExp(`^(?:${amountPattern})$`);

/**
 * Reads an amount as typed: "49,90", "49.9", "50".
 * Returns whole cents, computed from the digits to avoid floating point; undefined if it is no amount.
 */
export function parseAmount(typed: string): number | undefined {
  const text = plainCode(typed);
  if (!accepted.test(text)) return undefined;
  const [whole = "", decimals = ""] = text.split(/[.,]/);
  return Number(whole + decimals.padEnd(2, "0"));
}

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

type Pricing = "paid" | "free";

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
