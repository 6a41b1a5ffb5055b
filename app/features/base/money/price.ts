import { plainCode } from "~/ui/forms/plain-code";

/** Comma or point before at most two decimals; also for `<input pattern>`. */
export const amountPattern = "[0-9]+([.,][0-9]{1,2})?";

const accepted = new RegExp(`^(?:${amountPattern})$`);

/** Whole cents of "49,90", "49.9" or "50", computed without floating point; undefined if invalid. */
export function parseAmount(typed: string): number | undefined {
  const text = plainCode(typed);
  if (!accepted.test(text)) return undefined;
  const [whole = "", decimals = ""] = text.split(/[.,]/);
  return Number(whole + decimals.padEnd(2, "0"));
}

/** The payment provider's minimum in BRL; also in the database's functions (0006-orders, 0007-access). */
export const lowestPriceCents = 50;

/** The payment provider's maximum. */
export const highestPriceCents = 99_999_999;

export type Price =
  | { ok: true; cents: number }
  | { ok: false; error: "videos.priceInvalid" | "videos.priceTooLow" | "videos.priceTooHigh" };

/** Beside a price: paid or free. */
export const pricingField = "pricing";

type Pricing = "paid" | "free";

export function isFreeChosen(fields: Record<string, unknown>): boolean {
  return fields[pricingField] === ("free" satisfies Pricing);
}

export const pricePattern = amountPattern;

/** product.md, Validation. Returns the message if invalid. */
export function parsePrice(typed: string): Price {
  const cents = parseAmount(typed);
  if (!cents) return { ok: false, error: "videos.priceInvalid" };
  if (cents < lowestPriceCents) return { ok: false, error: "videos.priceTooLow" };
  if (cents > highestPriceCents) return { ok: false, error: "videos.priceTooHigh" };
  return { ok: true, cents };
}
