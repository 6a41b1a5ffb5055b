import { formatDateTime, formatDay } from "~/features/base/form-fields/dates";
import { formatMoney } from "~/features/base/money/money";
import { formatShare } from "~/features/base/money/platform-share";
import { readRequestedReserve, readRequestedRule } from "~/features/money/fees/fee-form";
import { listRequests } from "~/features/money/ledger/second-person.queries.server";
import { readRequestedCoupon } from "~/features/orders/coupons/requested-coupon";
import { showSpan } from "~/features/orders/coupons/save-coupon.server";
import { pt } from "~/i18n/locales/pt";
import type { MessageKey } from "~/i18n/message-key";
import type { Services } from "~/platform/services";

/** Requests shown: all that wait, and the newest decided ones; the audit log has all. */
const requestsShown = 100;

/** Returns the requests for a second person, those that wait first, as an administrator sees them. */
export async function showRequests({ db, clock }: Pick<Services, "db" | "clock">, viewerId: string) {
  const rows = await listRequests(db, { viewerId, now: clock(), limit: requestsShown });
  return rows.map((row) => ({
    id: row.id,
    kind: row.kind,
    status: row.status,
    reason: row.reason,
    title: describeAct(row),
    coupon: row.kind === "coupon" ? showCoupon(row.rule) : null,
    /** The creator whose money it is. */
    accountId: ["adjustment", "fee", "reserve"].includes(row.kind) ? row.account_id : null,
    adjustment: row.adjustment_kind && {
      amount: formatMoney((row.adjustment_kind === "debit" ? -1 : 1) * (row.amount_cents ?? 0), "BRL"),
      balance: formatMoney(row.owed_cents ?? 0, "BRL"),
    },
    requested: { email: row.requester_email, date: formatDateTime(row.created_at) },
    decided: { email: row.decider_email ?? "", date: row.decided_at ? formatDateTime(row.decided_at) : "" },
    /** Why the viewer may not approve it. */
    problem: row.problem,
    isOwn: row.is_own,
  }));
}

const showDay = (day: string | null) => formatDay(new Date(`${day}T12:00:00Z`));

/** Returns the text of what was requested. */
function describeAct(row: Awaited<ReturnType<typeof listRequests>>[number]): {
  key: MessageKey;
  values: Record<string, string | number>;
} {
  const name = row.account_name ?? row.account_email;
  switch (row.kind) {
    case "grant":
      return { key: "approvals.grant", values: { name: row.account_email } };
    case "fee": {
      const values = { name, percent: formatShare(row.fee_bp ?? 0), from: showDay(row.fee_day) };
      return { key: "approvals.fee", values };
    }
    case "smallestPayout": {
      const amount = formatMoney(row.amount_cents ?? 0, "BRL");
      return { key: "approvals.minimumPayout", values: { amount } };
    }
    case "releaseRule": {
      const { days, from } = readRequestedRule(row.rule);
      return { key: "approvals.releaseRule", values: { ...days, date: showDay(from) } };
    }
    case "reserve": {
      const { reserve, from } = readRequestedReserve(row.rule);
      const values = { name, percent: formatShare(reserve.bp), days: reserve.days, date: showDay(from) };
      return { key: reserve.days === 0 ? "approvals.reserveEnd" : "approvals.reserve", values };
    }
    case "coupon":
      return { key: "approvals.coupon", values: { code: readRequestedCoupon(row.rule).code } };
    default: {
      const kind = pt.adjust.kinds[row.adjustment_kind ?? "credit"];
      return { key: "approvals.adjustment", values: { kind, name } };
    }
  }
}

function showCoupon(stored: unknown) {
  const { videoIds, startsAt, endsAt, ...terms } = readRequestedCoupon(stored);
  return { ...terms, products: videoIds.length, ...showSpan({ startsAt, endsAt }) };
}

export type RequestView = Awaited<ReturnType<typeof showRequests>>[number];
