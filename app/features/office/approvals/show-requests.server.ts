import { formatDateTime, formatDay } from "~/features/base/form-fields/dates";
import { formatMoney } from "~/features/base/money/money";
import { formatShare } from "~/features/base/money/platform-share";
import { readRequestedReserve, readRequestedRule } from "~/features/ledger/releases/requested-rule";
import { listRequests } from "~/features/ledger/second-person/second-person.queries.server";
import { readRequestedCoupon } from "~/features/orders/coupons/requested-coupon";
import { showSpan } from "~/features/orders/coupons/save-coupon.server";
import type { Services } from "~/platform/services";

/** Requests shown: all that wait, and the newest decided ones; the audit log has all. */
const requestsShown = 100;

/** Returns the requests for a second person, those that wait first, as an administrator sees them. */
export async function showRequests({ db }: Pick<Services, "db">, viewerId: string) {
  const rows = await listRequests(db, { viewerId, limit: requestsShown });
  return rows.map((row) => ({
    id: row.id,
    kind: row.kind,
    accountId: row.account_id,
    status: row.status,
    reason: row.reason,
    name: row.kind === "grant" ? row.account_email : (row.account_name ?? row.account_email),
    adjustmentKind: row.adjustment_kind,
    fee:
      row.fee_bp === null || row.fee_day === null
        ? null
        : { percent: formatShare(row.fee_bp), from: formatDay(new Date(`${row.fee_day}T12:00:00Z`)) },
    rule: row.kind === "releaseRule" ? showRule(row.rule) : null,
    reserve: row.kind === "reserve" ? showReserve(row.rule) : null,
    coupon: row.kind === "coupon" ? showCoupon(row.rule) : null,
    minimumPayout: row.kind === "smallestPayout" ? formatMoney(row.amount_cents ?? 0, "BRL") : null,
    cents:
      row.amount_cents === null ? 0 : row.adjustment_kind === "debit" ? -row.amount_cents : row.amount_cents,
    owedCents: row.owed_cents ?? 0,
    requester: row.requester_email,
    date: formatDateTime(row.created_at),
    decider: row.decider_email,
    decidedOn: row.decided_at && formatDateTime(row.decided_at),
    /** Why the viewer may not approve it. */
    problem: row.problem,
    isOwn: row.is_own,
  }));
}

const showDay = (day: string) => formatDay(new Date(`${day}T12:00:00Z`));

function showRule(stored: unknown) {
  const { days, from } = readRequestedRule(stored);
  return { ...days, date: showDay(from) };
}

function showCoupon(stored: unknown) {
  const { videoIds, startsAt, endsAt, ...terms } = readRequestedCoupon(stored);
  return { ...terms, products: videoIds.length, ...showSpan({ startsAt, endsAt }) };
}

function showReserve(stored: unknown) {
  const { reserve, from } = readRequestedReserve(stored);
  return { percent: formatShare(reserve.bp), days: reserve.days, date: showDay(from) };
}

export type RequestView = Awaited<ReturnType<typeof showRequests>>[number];
