/** Stripe's reporting categories that we know: https://docs.stripe.com/reports/reporting-categories */
export const movementCategories = [
  "charge",
  "refund",
  "refund_failure",
  "dispute",
  "dispute_reversal",
  "fee",
  "payout",
  "payout_reversal",
] as const;

export type MovementCategory = (typeof movementCategories)[number];

/** Returns the category where it is one that we know: new ones come without notice, and are shown as they are. */
export function parseMovementCategory(raw: string): MovementCategory | undefined {
  return movementCategories.find((category) => category === raw);
}
