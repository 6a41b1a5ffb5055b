import { dayMs } from "~/features/base/money/durations";

/** A part of a creator's earnings that is released later than the rest. */
export interface Reserve {
  /** Basis points of the creator's part of each sale. */
  bp: number;
  /** Days from the payment. */
  days: number;
}

/** Returns how much of a creator's part of a sale is reserved, in cents; rounded towards zero. */
export function reservedCents(cents: number, { bp }: Pick<Reserve, "bp">): number {
  return Math.trunc((cents * bp) / 10_000);
}

/** Returns when the reserved part of a sale is released: never before the rest. `restAt`: when the rest is. */
export function reserveReleasedAt(paidAt: Date, restAt: Date, { days }: Pick<Reserve, "days">): Date {
  return new Date(Math.max(restAt.getTime(), paidAt.getTime() + days * dayMs));
}
