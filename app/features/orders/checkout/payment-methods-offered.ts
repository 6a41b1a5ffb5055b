import type { Currency } from "~/features/base/money/money";

export type OfferedMethod = "card" | "pix" | "boleto";

/**
 * The provider's fees of a payment in reais with an account in Brazil (https://stripe.com/br/pricing): a share in
 * ten-thousandths of the price, rounded to a cent, and fixed cents.
 */
export const providerFees = {
  card: { share: 399, fixedCents: 39 },
  pix: { share: 119, fixedCents: 0 },
  boleto: { share: 0, fixedCents: 345 },
} as const satisfies Record<OfferedMethod, { share: number; fixedCents: number }>;

/**
 * The prices, in cents of BRL, at which each way to pay is offered. The platform keeps 15 % of a sale and pays the
 * provider's fee from it, so a boleto is offered only where that fee is at most the 15 %:
 *
 * - Pix, 1.19 %: always less than 15 %. From R$ 0,50, the lowest price there is.
 * - Card, 3.99 % + R$ 0,39: up to R$ 3,49 the fee is more than the 15 %, by at most R$ 0,33 (R$ 0,41 of R$ 0,08 at
 *   R$ 0,50). It is offered all the same, because a buyer without a Brazilian bank could not buy otherwise.
 * - Boleto, R$ 3,45: 0.15 p = 3.45 at p = R$ 23,00, which is where it starts. The provider accepts none over
 *   R$ 49.999,99.
 *
 * Change `providerFees` and this together when the provider's prices change; the test beside this file checks every
 * price.
 */
export const offeredPrices = {
  card: { fromCents: 50, toCents: Number.POSITIVE_INFINITY },
  pix: { fromCents: 50, toCents: Number.POSITIVE_INFINITY },
  boleto: { fromCents: 2300, toCents: 4_999_999 },
} as const satisfies Record<OfferedMethod, { fromCents: number; toCents: number }>;

/**
 * Returns the ways to pay for a price in cents, in the order in which they are named. Only cards pay other currencies.
 */
export function listOfferedMethods(priceCents: number, currency: Currency): OfferedMethod[] {
  if (currency !== "BRL") return ["card"];
  const methods: OfferedMethod[] = ["card", "pix", "boleto"];
  return methods.filter((method) => {
    const { fromCents, toCents } = offeredPrices[method];
    return priceCents >= fromCents && priceCents <= toCents;
  });
}

/** Returns the provider's fee of a payment in reais, in cents. */
export function estimateProviderFee(priceCents: number, method: OfferedMethod): number {
  const { share, fixedCents } = providerFees[method];
  return Math.round((priceCents * share) / 10_000) + fixedCents;
}
