/** The field of a buy form with the price that its page showed, in cents. */
export const shownPriceField = "shownPriceCents";

/** The query parameter of a video's page with a lower price, in cents, that the visitor was shown before. */
const seenPriceParameter = "was";

/** Returns the address of a video's page that explains a price risen since `seenCents`. */
export function risenPricePath(path: string, seenCents: number): string {
  return `${path}?${seenPriceParameter}=${seenCents}`;
}

/** Returns the price in the address of a page, in cents, if the present price is higher; otherwise undefined. */
export function parseSeenPrice(address: URL, presentCents: number): number | undefined {
  const seen = parsePrice(address.searchParams.get(seenPriceParameter) ?? "");
  return seen !== undefined && seen < presentCents ? seen : undefined;
}

/** Returns the price that a buy form sent, in cents; undefined where it sent none, or nothing that is a price. */
export function parseShownPrice(fields: Record<string, string>): number | undefined {
  return parsePrice(fields[shownPriceField] ?? "");
}

function parsePrice(text: string): number | undefined {
  return /^\d{1,9}$/.test(text) ? Number(text) : undefined;
}
