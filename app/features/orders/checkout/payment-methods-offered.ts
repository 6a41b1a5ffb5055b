import type { Currency } from "~/i18n/money";

export type OfferedMethod = "card" | "pix" | "boleto";

/** The provider's fees in Brazil (https://stripe.com/br/pricing). `share`: ten-thousandths of the price, rounded to a cent. */
const providerFees = {
  card: { share: 399, fixedCents: 39 },
  pix: { share: 119, fixedCents: 0 },
  boleto: { share: 0, fixedCents: 345 },
} as const satisfies Record<OfferedMethod, { share: number; fixedCents: number }>;

/**
 * The prices, in cents of BRL, at which each method is offered. The platform pays the provider's fee from its 15 %, so a
 * boleto is offered only where its fee is at most that: 0.15 p = 3.45 at p = R$ 23,00; the provider's maximum is
 * R$ 49.999,99. Pix (1.19 %) always fits. A card's fee exceeds it up to R$ 3,49, by at most R$ 0,33; it is offered all
 * the same, because a buyer without a Brazilian bank could not buy otherwise. Change it together with `providerFees`.
 */
export const offeredPrices = {
  card: { fromCents: 50, toCents: Number.POSITIVE_INFINITY },
  pix: { fromCents: 50, toCents: Number.POSITIVE_INFINITY },
  boleto: { fromCents: 2300, toCents: 4_999_999 },
} as const satisfies Record<OfferedMethod, { fromCents: number; toCents: number }>;

/** In display order. Only cards pay other currencies. */
export function listOfferedMethods(priceCents: number, currency: Currency): OfferedMethod[] {
  if (currency !== "BRL") return ["card"];
  const methods: OfferedMethod[] = ["card", "pix", "boleto"];
  return methods.filter((method) => {
    const { fromCents, toCents } = offeredPrices[method];
    return priceCents >= fromCents && priceCents <= toCents;
  });
}

/** In cents, of a payment in reais. */
export function estimateProviderFee(priceCents: number, method: OfferedMethod): number {
  const { share, fixedCents } = providerFees[method];
  return Math.round((priceCents * share) / 10_000) + fixedCents;
}
