/**
 * The payment provider's minimum charge in BRL (design.md, decision 4), in cents. The database's functions (0006-orders,
 * 0007-access) hold the same number.
 */
export const lowestPriceCents = 50;
