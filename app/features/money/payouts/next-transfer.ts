import type { Day } from "~/features/base/money/days";
import { nextPayoutDay } from "./payout-days";

/**
 * A creator's next transfer: released money goes into the next batch; otherwise the day on which enough is
 * released, and how much; undefined if no known release reaches the minimum payout.
 */
export type NextTransfer =
  | { kind: "inNextBatch"; cents: number }
  | { kind: "fromDay"; cents: number; day: Day }
  | undefined;

/**
 * Decides a creator's next transfer from what is released already, in cents, the releases to come, soonest first, and
 * the minimum payout in cents.
 */
export function decideNextTransfer(
  payableCents: number,
  releases: readonly { day: Day; cents: number }[],
  minimumCents: number,
): NextTransfer {
  if (payableCents >= minimumCents) return { kind: "inNextBatch", cents: payableCents };
  let cents = payableCents;
  for (const release of releases) {
    cents += release.cents;
    if (cents >= minimumCents) return { kind: "fromDay", cents, day: release.day };
  }
  return undefined;
}

/**
 * Returns a creator's next payout: how much, and the day of its batch; where no days are set, the day on which the
 * money is released, or none if it is already. Undefined without one.
 */
export function decideNextPayout(
  { payableCents, releases }: { payableCents: number; releases: readonly { day: Day; cents: number }[] },
  { minimumCents, weekdays, today }: { minimumCents: number; weekdays: readonly number[]; today: Day },
): { cents: number; ready: Day; day: Day | undefined } | undefined {
  const next = decideNextTransfer(payableCents, releases, minimumCents);
  if (!next) return undefined;
  const ready = next.kind === "fromDay" ? next.day : today;
  const batch = nextPayoutDay(ready, weekdays);
  return { cents: next.cents, ready, day: batch ?? (next.kind === "fromDay" ? ready : undefined) };
}
