/** The platform's part of each sale, in percent (product.md, Constants). The creator gets the rest. */
const platformFeePercent = 15;

export interface SaleSplit {
  platformFeeCents: number;
  creatorEarningsCents: number;
}

/**
 * Splits a sale between platform and creator (design.md, decision 2): the fee is 15 % rounded half up to the
 * cent, the creator gets what is left, so the two always add up to the amount.
 * Takes a whole number of cents, 0 or more; throws RangeError for anything else.
 */
export function splitSale(amountCents: number): SaleSplit {
  if (!Number.isSafeInteger(amountCents) || amountCents < 0) {
    throw new RangeError(`not an amount in cents: ${amountCents}`);
  }
  const platformFeeCents = Math.floor((amountCents * platformFeePercent + 50) / 100);
  return { platformFeeCents, creatorEarningsCents: amountCents - platformFeeCents };
}
