import { formatDateTime, formatDay } from "~/features/base/form-fields/dates";
import { type Day, dayOf } from "~/features/base/money/days";
import { formatMoney } from "~/features/base/money/money";
import { formatShare } from "~/features/base/money/platform-share";
import type { Reserve } from "~/features/ledger/ledger/release-rules";
import type { Services } from "~/platform/services";
import {
  findOwnReserve,
  findReleaseRules,
  listReleaseRules,
  listReserves,
  type OwnReserve,
  type ReleaseRulesNow,
} from "./releases.queries.server";

/** Changes shown; the audit log has all. */
const changesShown = 50;

const showDay = (day: Day) => formatDay(new Date(`${day}T12:00:00Z`));
const showReserve = ({ bp, days }: Reserve) => ({ percent: formatShare(bp), days });

/** Returns the days until releases today and from the next change on, and what was set, newest first. */
export async function showReleaseRules({ db, clock }: Pick<Services, "db" | "clock">) {
  const now = clock();
  const rules = await findReleaseRules(db, { now, today: dayOf(now) });
  const changes = await listReleaseRules(db, changesShown);
  return {
    ...describeReleaseRules(rules),
    changes: changes.map(
      ({ pix_days: pix, boleto_days: boleto, card_days: card, from, created_at, ...rule }) => ({
        ...rule,
        days: { pix, boleto, card },
        from: showDay(from),
        date: formatDateTime(created_at),
      }),
    ),
  };
}

/** Returns rules that were read before, as pages show them. */
export function describeReleaseRules({ days, nextDays }: ReleaseRulesNow) {
  return { days, next: nextDays && { ...nextDays, date: showDay(nextDays.from) } };
}

export type ShownReleaseRules = ReturnType<typeof describeReleaseRules>;

/** Returns a creator's reserve today and from the next change on, and what was set, newest first. */
export async function showReserves({ db, clock }: Pick<Services, "db" | "clock">, creatorId: string) {
  const now = clock();
  const own = await findOwnReserve(db, creatorId, { now, today: dayOf(now) });
  const changes = await listReserves(db, creatorId, changesShown);
  return {
    ...describeReserve(own),
    changes: changes.map(({ reserve_bp: bp, reserve_days: days, from, created_at, ...rule }) => ({
      ...rule,
      ...showReserve({ bp, days }),
      from: showDay(from),
      date: formatDateTime(created_at),
    })),
  };
}

/** Returns a reserve that was read before, as pages show it. */
export function describeReserve({ now, next, heldCents }: OwnReserve) {
  return {
    now: now && showReserve(now),
    next: next && { ...showReserve(next), date: showDay(next.from) },
    held: heldCents === 0 ? null : formatMoney(heldCents, "BRL"),
  };
}

export type ShownReserve = ReturnType<typeof describeReserve>;
