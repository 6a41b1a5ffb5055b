import type { Actor } from "~/features/base/audit/actor.server";
import { type AuditEntry, insertAuditEntry } from "~/features/base/audit/audit.queries.server";
import { type FeeRefusal, setFee } from "~/features/ledger/fees/change-fee.server";
import type { AdjustmentKind } from "~/features/ledger/ledger/adjustment";
import { releaseRuleTarget, setReleaseRule } from "~/features/ledger/releases/change-release-rule.server";
import { type ReserveRefusal, setReserve } from "~/features/ledger/releases/change-reserve.server";
import { readRequestedReserve, readRequestedRule } from "~/features/ledger/releases/requested-rule";
import { actionOfDeclined } from "~/features/ledger/second-person/acts-of-two-people";
import {
  type AdjustmentRefusal,
  postAdjustment,
} from "~/features/ledger/second-person/adjust-balance.server";
import {
  decideLockedRequest,
  findSecondPersonProblem,
  lockRequest,
  type RequestRow,
} from "~/features/ledger/second-person/second-person.queries.server";
import type { SecondPersonProblem } from "~/features/ledger/second-person/second-person-problem";
import { type GrantRefusal, grantAdmin } from "~/features/office/people/grant-admin.server";
import { savePlatformCoupon } from "~/features/orders/coupons/change-platform-coupon.server";
import { couponTarget, describeTerms, readRequestedCoupon } from "~/features/orders/coupons/requested-coupon";
import {
  minimumPayoutTarget,
  setMinimumPayout,
} from "~/features/payouts/payees/change-minimum-payout.server";
import type { Db } from "~/platform/db.server";
import type { Services } from "~/platform/services";

export type Decision = "approved" | "declined";

type Impossible = AdjustmentRefusal | GrantRefusal | FeeRefusal | ReserveRefusal;

export type RequestDecided =
  | { ok: true }
  | {
      ok: false;
      error: "notFound" | "decidedBefore" | SecondPersonProblem | Impossible;
    };

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
      const request = await lockRequest(trx, id);
      if (!request) return { ok: false, error: "notFound" } as const;
      if (request.status !== "waiting") return { ok: false, error: "decidedBefore" } as const;
      if (decision === "approved") {
        const problem = await findSecondPersonProblem(trx, {
          confirmer: by.userId,
          requester: request.requested_by,
          requestedAt: request.created_at,
          concerned: request.account_id,
        });
        if (problem) return { ok: false, error: problem } as const;
      }
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
    action: actionOfDeclined(request.kind),
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

async function carryOut(trx: Db, request: RequestRow, by: Actor): Promise<void> {
  const { id: requestId, account_id: accountId, requester_email: email } = request;
  const requested = { requestId, by: { userId: request.requested_by, email } };
  const reason = request.reason ?? "";
  const done = await (() => {
    switch (request.kind) {
      case "grant":
        return grantAdmin(trx, { userId: accountId, requested, by });
      case "fee": {
        const { fee_bp: bp, fee_day: from } = request;
        return setFee(
          trx,
          { id: requestId, creatorId: accountId, bp: bp ?? 0, from: from ?? "", reason },
          { requested, by },
        );
      }
      case "smallestPayout": {
        const cents = request.amount_cents ?? 0;
        return setMinimumPayout(trx, { id: requestId, cents, reason }, { requested, by });
      }
      case "releaseRule":
        return setReleaseRule(
          trx,
          { id: requestId, reason, ...readRequestedRule(request.rule) },
          { requested, by },
        );
      case "reserve":
        return setReserve(
          trx,
          { id: requestId, creatorId: accountId, reason, ...readRequestedReserve(request.rule) },
          { requested, by },
        );
      case "coupon":
        return savePlatformCoupon(trx, readRequestedCoupon(request.rule), { requested, by });
      default: {
        const kind = request.adjustment_kind as AdjustmentKind;
        const cents = request.amount_cents ?? 0;
        return postAdjustment(
          trx,
          { id: requestId, creatorId: accountId, kind, cents, reason },
          { requested, by },
        );
      }
    }
  })();
  if (!done.ok) throw new NotDone(done.error);
}
