/**
 * The smallest payout in cents (R$ 1,00), since each is a transfer that a person makes and confirms. A smaller
 * balance is paid with the next batch that reaches it.
 */
export const smallestPayoutCents = 100;
