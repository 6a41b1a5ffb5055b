/** The field of a buy form with the price that its page showed, in cents. */
export const shownPriceField = "shownPriceCents";

/** The query parameter with a lower price, in cents, that the visitor saw before. */
const seenPriceParameter = "was";

export function risenPricePath(path: string, seenCents: number): string {
  return `${path}?${seenPriceParameter}=${seenCents}`;
}

/** In cents; undefined unless the present price is higher. */
export function parseSeenPrice(address: URL, presentCents: number): number | undefined {
  const seen = parsePrice(address.searchParams.get(seenPriceParameter) ?? "");
  return seen !== undefined && seen < presentCents ? seen : undefined;
}

/** In cents. */
export function parseShownPrice(fields: Record<string, string>): number | undefined {
  return parsePrice(fields[shownPriceField] ?? "");
}

function parsePrice(text: string): number | undefined {
  return /^\d{1,9}$/.test(text) ? Number(text) : undefined;
}
