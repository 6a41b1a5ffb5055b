import { lowestPriceCents } from "~/features/base/money/lowest-price";

/** Amount that a person paid for a lesson, less refunds. */
export interface Credit {
  /** The sale of the lesson. */
  saleId: string;
  paidCents: number;
}

/**
 * Decides what a course costs, in cents, for somebody who has paid for lessons of it: the rest of its price, never less
 * than can be charged unless it is free (docs/decisions/0191-who-owns-lessons-pays-the-rest.md).
 */
export function decideCoursePrice(
  listPriceCents: number,
  credits: readonly Pick<Credit, "paidCents">[],
): number {
  if (listPriceCents === 0) return 0;
  const creditCents = credits.reduce((sum, { paidCents }) => sum + paidCents, 0);
  return Math.max(lowestPriceCents, listPriceCents - creditCents);
}
