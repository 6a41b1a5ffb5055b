import { type AuditEntry, insertAuditEntry } from "~/features/base/audit/audit.queries.server";
import { formatShare } from "~/features/base/money/platform-share";
import { type FeeRefusal, setFee } from "~/features/money/fees/change-fee.server";
import { minimumPayoutTarget, setMinimumPayout } from "~/features/money/fees/change-minimum-payout.server";
import { releaseRuleTarget, setReleaseRule, setReserve } from "~/features/money/fees/change-releases.server";
import { readRequestedReserve, readRequestedRule } from "~/features/money/fees/rule-forms";
import { type AdjustmentRefusal, postAdjustment } from "~/features/money/ledger/adjust-balance.server";
import type { AdjustmentKind } from "~/features/money/ledger/adjustment";
import { requestedActs, type SecondPersonProblem } from "~/features/money/ledger/approvals";
import type { ActResult, Authority } from "~/features/money/ledger/approvals.server";
import {
  decideLockedRequest,
  listRequests,
  lockRequest,
  type RequestRow,
} from "~/features/money/ledger/second-person.queries.server";
import { couponTarget, describeTerms, readRequestedCoupon } from "~/features/orders/coupons/requested-coupon";
import { savePlatformCoupon, showSpan } from "~/features/orders/coupons/save-coupon.server";
import { formatDateTime, formatDay } from "~/i18n/dates";
import { pt } from "~/i18n/locales/pt";
import type { MessageKey } from "~/i18n/message-key";
import { formatMoney } from "~/i18n/money";
import type { Db } from "~/platform/db.server";
import type { Services } from "~/platform/services";
import type { Actor } from "~/platform/session/actor.server";
import { type GrantRefusal, grantAdmin } from "./change-account.server";

/** Waiting ones and the newest decided ones; the audit log has all. */
const requestsShown = 100;

export async function showRequests({ db, clock }: Pick<Services, "db" | "clock">, viewerId: string) {
  const rows = await listRequests(db, { viewerId, now: clock(), limit: requestsShown });
  return rows.map((row) => ({
    id: row.id,
    kind: row.kind,
    status: row.status,
    reason: row.reason,
    title: describeAct(row),
    coupon: row.kind === "coupon" ? showCoupon(row.rule) : null,
    accountId: ["adjustment", "fee", "reserve"].includes(row.kind) ? row.account_id : null,
    adjustment: row.adjustment_kind && {
      amount: formatMoney((row.adjustment_kind === "debit" ? -1 : 1) * (row.amount_cents ?? 0), "BRL"),
      balance: formatMoney(row.owed_cents ?? 0, "BRL"),
    },
    requested: { email: row.requester_email, date: formatDateTime(row.created_at) },
    decided: { email: row.decider_email ?? "", date: row.decided_at ? formatDateTime(row.decided_at) : "" },
    problem: row.problem,
    isOwn: row.is_own,
  }));
}

const showDay = (day: string | null) => formatDay(new Date(`${day}T12:00:00Z`));

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

export type Decision = "approved" | "declined";

type Impossible = "accountGone" | AdjustmentRefusal | GrantRefusal | FeeRefusal;

export type RequestDecided =
  | { ok: true }
  | { ok: false; error: "notFound" | "decidedBefore" | SecondPersonProblem | Impossible };

class NotDone extends Error {
  constructor(readonly reason: Impossible) {
    super(reason);
  }
}

/**
 * An approval does the act at once in the requester's name, if it is still possible. Every administrator may decline;
 * the requester thereby withdraws.
 */
export async function decideRequest(
  { db }: Pick<Services, "db">,
  { id, decision, by }: { id: string; decision: Decision; by: Actor },
): Promise<RequestDecided> {
  try {
    return await db.transaction().execute(async (trx) => {
      const request = await lockRequest(trx, { id, confirmer: by.userId, now: by.at });
      if (!request) return { ok: false, error: "notFound" } as const;
      if (request.status !== "waiting") return { ok: false, error: "decidedBefore" } as const;
      if (decision === "approved" && request.problem) return { ok: false, error: request.problem } as const;
      await decideLockedRequest(trx, { id, status: decision, by: by.userId, now: by.at });
      if (decision === "approved") await carryOut(trx, request, by);
      else await recordDeclined(trx, request, by);
      return { ok: true } as const;
    });
  } catch (error) {
    if (error instanceof NotDone) return { ok: false, error: error.reason };
    throw error;
  }
}

/** Other requests concern an account. */
const targets: Partial<Record<RequestRow["kind"], AuditEntry["target"]>> = {
  smallestPayout: minimumPayoutTarget,
  releaseRule: releaseRuleTarget,
};

async function recordDeclined(trx: Db, request: RequestRow, by: Actor): Promise<void> {
  const { account_id: id, account_email: label, requester_email: requestedBy, reason } = request;
  const coupon = request.kind === "coupon" ? readRequestedCoupon(request.rule) : undefined;
  await insertAuditEntry(trx, by, {
    action: requestedActs[request.kind].declined,
    target: coupon ? couponTarget(coupon.code) : (targets[request.kind] ?? { kind: "account", id, label }),
    after: {
      requestedBy,
      ...(request.amount_cents !== null && { amountCents: request.amount_cents }),
      ...(request.fee_bp !== null && { feeBp: request.fee_bp, from: request.fee_day }),
      ...(coupon ? describeTerms(coupon) : (request.rule as AuditEntry["after"] | null)),
    },
    ...(reason !== null && { reason }),
  });
}

/** Columns by kind (migrations/0009-payouts.ts). */
const acts: Record<
  RequestRow["kind"],
  (trx: Db, request: RequestRow, authority: Authority) => Promise<ActResult<Impossible>>
> = {
  grant: (trx, { account_id }, authority) => grantAdmin(trx, account_id, authority),
  adjustment: (trx, request, authority) => {
    const kind = request.adjustment_kind as AdjustmentKind;
    const change = { ...changeOf(request), kind, cents: request.amount_cents ?? 0 };
    return postAdjustment(trx, change, authority);
  },
  fee: (trx, request, authority) =>
    setFee(trx, { ...changeOf(request), bp: request.fee_bp ?? 0, from: request.fee_day ?? "" }, authority),
  smallestPayout: (trx, request, authority) =>
    setMinimumPayout(trx, { ...changeOf(request), cents: request.amount_cents ?? 0 }, authority),
  releaseRule: (trx, request, authority) =>
    setReleaseRule(trx, { ...changeOf(request), ...readRequestedRule(request.rule) }, authority),
  reserve: (trx, request, authority) =>
    setReserve(trx, { ...changeOf(request), ...readRequestedReserve(request.rule) }, authority),
  coupon: (trx, { id, rule }, authority) =>
    savePlatformCoupon(trx, { id, terms: readRequestedCoupon(rule) }, authority),
};

const changeOf = ({ id, account_id, reason }: RequestRow) => ({
  id,
  creatorId: account_id,
  reason: reason ?? "",
});

async function carryOut(trx: Db, request: RequestRow, by: Actor): Promise<void> {
  const requester = { userId: request.requested_by, email: request.requester_email };
  const authority = { by, requested: { requestId: request.id, by: requester } };
  const done = await acts[request.kind](trx, request, authority);
  if (!done.ok) throw new NotDone(done.error === "notFound" ? "accountGone" : done.error);
}
