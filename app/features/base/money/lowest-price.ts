/**
 * The payment provider's minimum charge in BRL, in cents. The database's functions hold the
 * same number (0006-orders, 0007-access).
 */
export const lowestPriceCents = 50;
