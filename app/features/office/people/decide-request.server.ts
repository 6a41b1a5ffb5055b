import type { Actor } from "~/features/base/audit/actor.server";
import { type AuditEntry, insertAuditEntry } from "~/features/base/audit/audit.queries.server";
import { type FeeRefusal, setFee } from "~/features/money/fees/change-fee.server";
import { releaseRuleTarget, setReleaseRule, setReserve } from "~/features/money/fees/change-releases.server";
import { readRequestedReserve, readRequestedRule } from "~/features/money/fees/fee-form";
import { type AdjustmentRefusal, postAdjustment } from "~/features/money/ledger/adjust-balance.server";
import type { AdjustmentKind } from "~/features/money/ledger/adjustment";
import { requestedActs, type SecondPersonProblem } from "~/features/money/ledger/approvals";
import type { ActResult, Authority } from "~/features/money/ledger/approvals.server";
import {
  decideLockedRequest,
  lockRequest,
  type RequestRow,
} from "~/features/money/ledger/second-person.queries.server";
import { minimumPayoutTarget, setMinimumPayout } from "~/features/money/payees/change-minimum-payout.server";
import { couponTarget, describeTerms, readRequestedCoupon } from "~/features/orders/coupons/requested-coupon";
import { savePlatformCoupon } from "~/features/orders/coupons/save-coupon.server";
import type { Db } from "~/platform/db.server";
import type { Services } from "~/platform/services";
import { type GrantRefusal, grantAdmin } from "./grant-admin.server";

export type Decision = "approved" | "declined";

type Impossible = "accountGone" | AdjustmentRefusal | GrantRefusal | FeeRefusal;

export type RequestDecided =
  | { ok: true }
  | { ok: false; error: "notFound" | "decidedBefore" | SecondPersonProblem | Impossible };

/** Rolls the transaction back with what could not be done. */
class NotDone extends Error {
  constructor(readonly reason: Impossible) {
    super(reason);
  }
}

/**
 * Approves or declines a request for a second person. An approval does at once what was requested, in the name of its
 * requester, if it is still possible. Every administrator may decline, the requester too, which withdraws it.
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

/** What rules are about; other requests are about an account. */
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

/** Carries out an act of a stored request. Its kind has the columns that are read (migrations/0009-payouts.ts). */
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
