/** The payment provider's minimum charge in BRL (design.md, decision 4), in cents. */
export const lowestPriceCents = 50;
