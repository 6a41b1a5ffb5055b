import { formatDateTime, formatDay } from "~/features/base/form-fields/dates";
import { type Day, dayOf } from "~/features/base/money/days";
import { formatCreatorShare, formatPercent, formatShare } from "~/features/base/money/platform-share";
import { defaultLocale, type Locale } from "~/i18n/languages";
import type { Services } from "~/platform/services";
import { findOwnFees, listCreatorFees, type OwnFees } from "./creator-fees.queries.server";

/** How many changes of a creator's fee are shown; the audit log has all. */
const feesShown = 50;

const showDay = (day: Day, locale?: Locale) => formatDay(new Date(`${day}T12:00:00Z`), locale);
const showShares = (bp: number, locale: Locale) => ({
  platform: formatPercent(bp, locale),
  creator: formatCreatorShare(bp, locale),
});

/** Returns both shares of a creator's sales now and from the next change on, in percent. */
export async function showOwnShare({ db, clock }: Pick<Services, "db" | "clock">, creatorId: string) {
  const now = clock();
  return describeOwnShare(await findOwnFees(db, creatorId, { now, today: dayOf(now) }), defaultLocale);
}

/** As `showOwnShare`, of fees that were read before. */
export function describeOwnShare({ bp, next }: OwnFees, locale: Locale) {
  return {
    now: showShares(bp, locale),
    next: next ? { ...showShares(next.bp, locale), date: showDay(next.from, locale) } : null,
  };
}

export type OwnShare = ReturnType<typeof describeOwnShare>;

/** Returns a creator's fees, newest first, each with its reason and author. */
export async function showFeeHistory({ db }: Pick<Services, "db">, creatorId: string) {
  const fees = await listCreatorFees(db, creatorId, feesShown);
  return fees.map(({ id, bp, from, reason, email, approver, created_at }) => ({
    id,
    reason,
    email,
    approver,
    percent: formatShare(bp),
    from: showDay(from),
    date: formatDateTime(created_at),
  }));
}
