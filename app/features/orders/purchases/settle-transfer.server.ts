import { insertAuditEntry, nameSale } from "~/features/base/audit/audit.queries.server";
import type { SecondPersonProblem } from "~/features/money/ledger/approvals";
import { refuseConfirmation, type TwoPeopleEnv } from "~/features/money/ledger/approvals.server";
import {
  isHeldByDispute,
  refuseTransferOutcome,
  type TransferRefusal,
} from "~/features/money/ledger/refund-rules";
import {
  findRefund,
  lockOutsideRefund,
  setRefundReturned,
  settleOutsideRefund,
} from "~/features/orders/settlement/refunds.queries.server";
import { loadMoney, resettle } from "~/features/orders/settlement/resettle.server";
import {
  askRefundKey,
  notifyChangedRefund,
  notifyReturnedRefund,
} from "~/features/orders/settlement/sale-notices.server";
import { lockSale } from "~/features/orders/settlement/settlement.queries.server";
import type { Db } from "~/platform/db.server";
import type { Services } from "~/platform/services";
import type { Actor } from "~/platform/session/actor.server";

type Needs = Pick<Services, "db" | "clock"> & { env: TwoPeopleEnv };

export interface TransferOutcome {
  id: string;
  saleId: string;
  status: "succeeded" | "failed";
  /** The bank's reference, or why it failed. */
  note: string;
  /** When the key that the administrator saw was given; null without a key. */
  seenKeyGivenAt: Date | null;
  /** Why it was sent without a key of the buyer's. */
  noKeyReason?: string | undefined;
}

/**
 * Records that an administrator sent a refund by bank transfer, or that it failed. Refused if the buyer has corrected the
 * key since the page was loaded, or disputed the payment. Where two people are required, the administrator who requested
 * the refund may not record it.
 */
export async function settleTransfer(
  { db, clock, env }: Needs,
  { id, saleId, status, note, seenKeyGivenAt, noKeyReason }: TransferOutcome,
  by: Actor,
): Promise<{ ok: true } | { ok: false; error: TransferRefusal | SecondPersonProblem }> {
  return db.transaction().execute(async (trx) => {
    const sale = await lockSale(trx, { saleId });
    const refund = sale && (await lockOutsideRefund(trx, { id, saleId }));
    if (!refund) return { ok: false, error: "gone" } as const;
    const problem = await refuseSettling(trx, env, { refundId: id, by: by.userId });
    if (problem) return { ok: false, error: problem } as const;
    const keyGivenAt = refund.key_given_at;
    const wish = { outcome: status, seenKeyGivenAt, noKeyReason };
    const held = isHeldByDispute(await loadMoney(trx, sale));
    const error = refuseTransferOutcome({ status: refund.status, keyGivenAt, held }, wish);
    if (error) return { ok: false, error } as const;
    const withoutKey = status === "succeeded" && !keyGivenAt ? noKeyReason : undefined;
    const now = clock();
    await settleOutsideRefund(trx, { id, status, note, noKeyReason: withoutKey, adminId: by.userId, now });
    await notifyChangedRefund(trx, { id, reason: refund.reason, status, before: "requested" });
    // Requested by an administrator, with a wrong key.
    if (status === "failed" && refund.reason === "admin" && keyGivenAt)
      await askRefundKey(trx, id, { again: true });
    await resettle(trx, sale, "refund", now);
    await insertAuditEntry(trx, by, {
      action: "refundEndedByHand",
      target: await nameSale(trx, sale.id),
      before: { status: "requested" },
      after: { status, ...(withoutKey !== undefined && { withoutKey }) },
      reason: note,
    });
    return { ok: true } as const;
  });
}

/** Records that the bank returned a transfer: the sale is as before, and the buyer is asked for another key. */
export async function returnTransfer(
  { db, clock, env }: Needs,
  { id, saleId, reason }: { id: string; saleId: string; reason: string },
  by: Actor,
): Promise<{ ok: true } | { ok: false; error: "gone" | SecondPersonProblem }> {
  return db.transaction().execute(async (trx) => {
    const sale = await lockSale(trx, { saleId });
    const refund = sale && (await lockOutsideRefund(trx, { id, saleId }));
    if (!sale || refund?.status !== "succeeded") return { ok: false, error: "gone" } as const;
    const problem = await refuseSettling(trx, env, { refundId: id, by: by.userId });
    if (problem) return { ok: false, error: problem } as const;
    const now = clock();
    await setRefundReturned(trx, { id, reason, adminId: by.userId, now });
    await notifyReturnedRefund(trx, refund);
    await resettle(trx, sale, "refund", now);
    await insertAuditEntry(trx, by, {
      action: "refundReturned",
      target: await nameSale(trx, sale.id),
      before: { status: "succeeded" },
      after: { status: "returned" },
      reason,
    });
    return { ok: true } as const;
  });
}

/** Returns why an administrator may not record the outcome of a refund by bank transfer; undefined where they may. */
export async function refuseSettling(
  db: Db,
  env: TwoPeopleEnv,
  { refundId, by }: { refundId: string; by: string },
): Promise<SecondPersonProblem | undefined> {
  const request = await findRefund(db, refundId);
  if (!request?.requested_by) return undefined;
  const { requested_by: requester, created_at: requestedAt } = request;
  const problem = await refuseConfirmation(db, env, { confirmer: by, requester, requestedAt });
  // For a buyer's request it only matters that the requester does not confirm it.
  return request.reason === "admin" || problem === "samePerson" ? problem : undefined;
}
