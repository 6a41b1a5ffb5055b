/** The field of a buy form with the price that its page showed, in cents. */
export const shownPriceField = "shownPriceCents";

/** Returns the price that a buy form sent, in cents; undefined where it sent none, or nothing that is a price. */
export function parseShownPrice(fields: Record<string, string>): number | undefined {
  const text = fields[shownPriceField] ?? "";
  return /^\d{1,9}$/.test(text) ? Number(text) : undefined;
}
