import { lowestPriceCents } from "~/features/base/money/price";

/** Amount that a person paid for a lesson, less refunds. */
export interface Credit {
  /** The sale of the lesson. */
  saleId: string;
  paidCents: number;
}

/**
 * Decides what a course costs, in cents, for somebody who has paid for lessons of it: the rest of its price
 * (docs/decisions/0191), or nothing if the rest is too low to be charged
 *. Access by paid lessons ends when one of them is refunded
 * and the rest could be charged: `counted_cents` and `settle_counted_courses` in 0007-access.
 */
export function decideCoursePrice(
  listPriceCents: number,
  credits: readonly Pick<Credit, "paidCents">[],
): number {
  const restCents = listPriceCents - sumCredits(credits);
  return restCents < lowestPriceCents ? 0 : restCents;
}

/** Returns what was paid for lessons, in cents. */
export function sumCredits(credits: readonly Pick<Credit, "paidCents">[]): number {
  return credits.reduce((sum, { paidCents }) => sum + paidCents, 0);
}
