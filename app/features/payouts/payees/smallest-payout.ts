/**
 * The least that is paid out, in cents (R$ 1,00). Each payout is a transfer that a person makes and confirms by hand:
 * for less than this nobody should have to. What is below it stays owed and goes out with the next one.
 */
export const smallestPayoutCents = 100;
