import { formatDateTime } from "~/features/base/form-fields/dates";
import { dayOf } from "~/features/base/money/days";
import { formatMoney } from "~/features/base/money/money";
import { describeReleaseRules } from "~/features/ledger/releases/show-releases.server";
import { loadOwedCreators } from "~/features/payouts/balances/owed-creators.server";

import { listBatches } from "~/features/payouts/batches/batches.queries.server";
import { loadNextBatch } from "~/features/payouts/batches/prepare-payouts.server";
import type { Cursor } from "~/platform/keyset";
import type { Services } from "~/platform/services";
import { nextPayoutDay } from "./payout-days";
import { findPayoutSchedule } from "./schedule.queries.server";
import { formatPayoutDay } from "./weekday-name";

export type PayoutsView = Awaited<ReturnType<typeof showPayouts>>;

/** Returns the next batch and its day, a page of creators who are owed money, and a page of batches. */
export async function showPayouts(
  { db, clock }: Pick<Services, "db" | "clock">,
  {
    owedAfter,
    batchesAfter,
  }: { owedAfter: { cents: number; creatorId: string } | undefined; batchesAfter: Cursor | undefined },
) {
  const now = clock();
  const [next, owed, batches, { weekdays, draft, minimumCents, rules }] = await Promise.all([
    loadNextBatch(db, { asOf: now }),
    loadOwedCreators(db, { after: owedAfter, now }),
    listBatches(db, { after: batchesAfter }),
    findPayoutSchedule(db, { now, today: dayOf(now) }),
  ]);
  const payoutDay = nextPayoutDay(dayOf(now), weekdays);
  return {
    weekdays,
    minimumCents,
    rules: describeReleaseRules(rules),
    payoutDay: payoutDay && formatPayoutDay(payoutDay),
    draft: draft && {
      date: formatPayoutDay(draft.day),
      count: draft.payouts,
      sum: formatMoney(draft.cents, "BRL"),
    },
    next: { count: next.payouts.length, cents: next.cents, leftOut: next.leftOutCount, isFull: next.isFull },
    owed,
    batches: {
      next: batches.next,
      rows: batches.rows.map(({ created_at, email: _, ...batch }) => ({
        ...batch,
        date: formatDateTime(created_at),
      })),
    },
  };
}
