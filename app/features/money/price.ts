/** Stripe's minimum charge in BRL (design.md, decision 4), in cents. */
export const lowestPriceCents = 50;

/** Stripe takes at most eight digits of cents. */
export const highestPriceCents = 99_999_999;

export type Price =
  | { ok: true; cents: number }
  | { ok: false; error: "videos.priceInvalid" | "videos.priceTooLow" | "videos.priceTooHigh" };

/** The field's pattern (product.md, Validation), comma or point before at most two decimals; also for `<input pattern>`. */
export const pricePattern = "[0-9]+([.,][0-9]{1,2})?";

const accepted = new RegExp(`^(?:${pricePattern})$`);

/**
 * Reads a price as typed: "49,90", "49.9", "50" (product.md, Validation).
 * Gives whole cents, computed on the digits so that no floating point is involved, or the message to show.
 */
export function parsePrice(typed: string): Price {
  const text = typed.trim();
  if (!accepted.test(text)) return { ok: false, error: "videos.priceInvalid" };
  const [whole = "", decimals = ""] = text.split(/[.,]/);
  const cents = Number(whole + decimals.padEnd(2, "0"));
  if (cents === 0) return { ok: false, error: "videos.priceInvalid" };
  if (cents < lowestPriceCents) return { ok: false, error: "videos.priceTooLow" };
  if (cents > highestPriceCents) return { ok: false, error: "videos.priceTooHigh" };
  return { ok: true, cents };
}
