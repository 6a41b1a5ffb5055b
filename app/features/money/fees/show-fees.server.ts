import { randomUUID } from "node:crypto";
import {
  formatCreatorShare,
  formatPercent,
  formatShare,
  platformShareBp,
} from "~/features/base/money/platform-share";
import { loadTwoPeople, type TwoPeopleEnv } from "~/features/money/ledger/approvals.server";
import type { Reserve } from "~/features/money/ledger/release-rules";
import { formatDateTime, formatDay } from "~/i18n/dates";
import { type Day, dayOf } from "~/i18n/days";
import { defaultLocale, type Locale } from "~/i18n/languages";
import { formatMoney } from "~/i18n/money";
import type { Services } from "~/platform/services";
import { findOwnFees, listCreatorFees, type OwnFees } from "./creator-fees.queries.server";
import { findMinimumPayout, listMinimumPayouts } from "./minimum-payout.queries.server";
import {
  findOwnReserve,
  findReleaseRules,
  listReleaseRules,
  listReserves,
  type OwnReserve,
  type ReleaseRulesNow,
} from "./releases.queries.server";
import { earliestFeeStart } from "./rule-forms";

/** A new form for a rule, and whether its change waits for an approval. `proving`: read meanwhile. */
export async function showRuleForm(
  { db, env, clock }: Pick<Services, "db" | "clock"> & { env: TwoPeopleEnv },
  proving: Promise<boolean>,
) {
  const [{ required }, proved] = await Promise.all([loadTwoPeople(db, env), proving]);
  const form = { id: randomUUID(), earliest: earliestFeeStart(clock()), proofNeeded: !proved };
  return { form, waits: required };
}

/** The audit log has the others. */
const changesShown = 50;

const showDay = (day: Day, locale?: Locale) => formatDay(new Date(`${day}T12:00:00Z`), locale);
const showShares = (bp: number, locale: Locale) => ({
  platform: formatPercent(bp, locale),
  creator: formatCreatorShare(bp, locale),
});

export async function showOwnShare({ db, clock }: Pick<Services, "db" | "clock">, creatorId: string) {
  const now = clock();
  const fees = await findOwnFees(db, creatorId, { now, today: dayOf(now) });
  return { ...describeOwnShare(fees, defaultLocale), usual: formatShare(platformShareBp) };
}

export function describeOwnShare({ bp, next }: OwnFees, locale: Locale) {
  return {
    now: showShares(bp, locale),
    next: next ? { ...showShares(next.bp, locale), date: showDay(next.from, locale) } : null,
  };
}

export type OwnShare = ReturnType<typeof describeOwnShare>;

export async function showFeeHistory({ db }: Pick<Services, "db">, creatorId: string) {
  const fees = await listCreatorFees(db, creatorId, changesShown);
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

const showReserve = ({ bp, days }: Reserve, locale: Locale) => ({ percent: formatPercent(bp, locale), days });

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

export function describeReleaseRules({ days, nextDays }: ReleaseRulesNow, locale?: Locale) {
  return { days, next: nextDays && { ...nextDays, date: showDay(nextDays.from, locale) } };
}

export type ReleaseRulesView = ReturnType<typeof describeReleaseRules>;

export async function showReserves({ db, clock }: Pick<Services, "db" | "clock">, creatorId: string) {
  const now = clock();
  const reserve = await findOwnReserve(db, creatorId, { now, today: dayOf(now) });
  const changes = await listReserves(db, creatorId, changesShown);
  return {
    ...describeReserve(reserve, defaultLocale),
    changes: changes.map(({ reserve_bp: bp, reserve_days: days, from, created_at, ...rule }) => ({
      ...rule,
      ...showReserve({ bp, days }, defaultLocale),
      from: showDay(from),
      date: formatDateTime(created_at),
    })),
  };
}

export function describeReserve({ now, next, heldCents }: OwnReserve, locale: Locale) {
  return {
    now: now && showReserve(now, locale),
    next: next && { ...showReserve(next, locale), date: showDay(next.from, locale) },
    held: heldCents === 0 ? null : formatMoney(heldCents, "BRL", locale),
  };
}

export type ReserveView = ReturnType<typeof describeReserve>;

export async function showMinimumPayout({ db }: Pick<Services, "db">) {
  const [cents, changes] = await Promise.all([findMinimumPayout(db), listMinimumPayouts(db, changesShown)]);
  return {
    amount: formatMoney(cents, "BRL"),
    changes: changes.map(({ cents: set, created_at, ...change }) => ({
      ...change,
      text: formatMoney(set, "BRL"),
      date: formatDateTime(created_at),
    })),
  };
}
