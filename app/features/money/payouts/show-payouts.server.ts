import { insertAuditEntry } from "~/features/base/audit/audit.queries.server";
import { describeReleaseRules } from "~/features/money/fees/show-fees.server";
import { decidePayeeAt } from "~/features/money/payees/details-hold";
import { formatDateTime } from "~/i18n/dates";
import { dayOf } from "~/i18n/days";
import { formatMoney } from "~/i18n/money";
import type { Db } from "~/platform/db.server";
import type { Cursor } from "~/platform/keyset";
import type { Services } from "~/platform/services";
import type { Actor } from "~/platform/session/actor.server";
import { creatorsPerPage, listOwedCreators, listReleases, type OwedCursor } from "./balances.queries.server";
import { listBatches } from "./batches.queries.server";
import { formatPayoutDay, nextPayoutDay, type Weekday } from "./payout-days";
import { loadNextBatch } from "./prepare-payouts.server";
import { findPayoutSchedule, lockPayoutWeekdays, updatePayoutWeekdays } from "./schedule.queries.server";

/** The present days change nothing. */
export async function saveSchedule(db: Db, by: Actor, chosen: readonly Weekday[]): Promise<void> {
  await db.transaction().execute(async (trx) => {
    const before = (await lockPayoutWeekdays(trx)).join(", ");
    const after = chosen.join(", ");
    if (before === after) return;
    await updatePayoutWeekdays(trx, chosen);
    await insertAuditEntry(trx, by, {
      action: "payoutScheduleChanged",
      target: { kind: "rule", id: "payoutDays", label: "payoutDays" },
      before: { weekdays: before || null },
      after: { weekdays: after || null },
    });
  });
}

export type PayoutsView = Awaited<ReturnType<typeof showPayouts>>;

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

export async function loadOwedCreators(db: Db, query: { after: OwedCursor | undefined; now: Date }) {
  const rows = await listOwedCreators(db, query);
  const page = rows.slice(0, creatorsPerPage);
  const creatorIds = page.map(({ creator_id }) => creator_id);
  const releases = await listReleases(db, { creatorIds, now: query.now });
  const last = page.at(-1);
  return {
    creators: page.map(({ creator_id: id, owed, later, held, transit, minimum, saved, change }) => {
      const payee = decidePayeeAt(saved, change, query.now);
      return {
        id,
        name: saved.full_name,
        payableCents: owed - later,
        laterCents: later,
        heldCents: held,
        inTransitCents: transit,
        minimumCents: minimum,
        problem: payee.ok ? null : payee.problem,
        releases: releases
          .filter(({ creatorId }) => creatorId === id)
          .map(({ day, cents }) => ({ day, cents })),
      };
    }),
    next:
      rows.length > creatorsPerPage && last
        ? formatOwedCursor({ cents: last.owed, creatorId: last.creator_id })
        : undefined,
  };
}

export type OwedCreator = Awaited<ReturnType<typeof loadOwedCreators>>["creators"][number];

/** `?after=`: cents owed to the last creator, and their id. */
const formatOwedCursor = ({ cents, creatorId }: OwedCursor) => `${cents}_${creatorId}`;

const shape = /^(-?\d{1,15})_([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})$/;

/** Undefined (the first page) if invalid. */
export function parseOwedCursor(raw: string | null): OwedCursor | undefined {
  const [, cents, creatorId] = shape.exec(raw ?? "") ?? [];
  return cents && creatorId ? { cents: Number(cents), creatorId } : undefined;
}
