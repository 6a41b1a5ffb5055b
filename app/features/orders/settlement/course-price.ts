import { lowestPriceCents } from "~/features/base/money/price";

/** Paid for a lesson, less refunds. */
export interface Credit {
  saleId: string;
  paidCents: number;
}

/**
 * Returns the rest of a course's price in cents, 0 if it is too low to be charged (0191). Access by paid lessons ends
 * when one is refunded and the rest could be charged: `counted_cents` and `settle_counted_courses` in 0007-access.
 */
export function decideCoursePrice(
  listPriceCents: number,
  credits: readonly Pick<Credit, "paidCents">[],
): number {
  const restCents = listPriceCents - sumCredits(credits);
  return restCents < lowestPriceCents ? 0 : restCents;
}

export function sumCredits(credits: readonly Pick<Credit, "paidCents">[]): number {
  return credits.reduce((sum, { paidCents }) => sum + paidCents, 0);
}
