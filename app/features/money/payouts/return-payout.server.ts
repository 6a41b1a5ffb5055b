import type { Actor } from "~/features/base/audit/actor.server";
import { insertAuditEntry } from "~/features/base/audit/audit.queries.server";
import { postMail } from "~/features/base/mail/post-mail.server";
import type { SecondPersonProblem } from "~/features/money/ledger/approvals";
import { refuseConfirmation } from "~/features/money/ledger/approvals.server";
import { insertEntry } from "~/features/money/ledger/ledger.queries.server";
import { describePayee } from "~/features/money/payees/masked-detail";
import { lockPayout, updateReturnedPayout } from "./batches.queries.server";
import { mayFollow } from "./payout-notes";
import type { PayoutNeeds } from "./settle-payout.server";

export type PayoutReturned =
  /** `repeated`: it was recorded before, a form was sent twice. */
  { ok: true; repeated: boolean } | { ok: false; error: "notFound" | "notPaid" | SecondPersonProblem };

/**
 * Records that the bank returned a confirmed payout: the amount is owed to the creator again, at once, and goes into
 * the next batch. The creator gets a mail. Where two people are required, an administrator who may not confirm the
 * batch is refused.
 */
export async function returnPayout(
  { db, clock, env }: PayoutNeeds,
  { by, batchId, payoutId, reason }: { by: Actor; batchId: string; payoutId: string; reason: string },
): Promise<PayoutReturned> {
  return db.transaction().execute(async (trx) => {
    const payout = await lockPayout(trx, { batchId, payoutId });
    if (!payout) return { ok: false, error: "notFound" } as const;
    if (payout.status === "returned") return { ok: true, repeated: true } as const;
    if (!mayFollow(payout.status, "returned")) return { ok: false, error: "notPaid" } as const;
    const problem = await refuseConfirmation(trx, env, {
      confirmer: by.userId,
      requester: payout.prepared_by,
      requestedAt: payout.prepared_at,
      concerned: payout.creator_id,
    });
    if (problem) return { ok: false, error: problem } as const;
    const now = clock();
    const cents = payout.amount_cents;
    await updateReturnedPayout(trx, { id: payoutId, reason, adminId: by.userId, now });
    await insertEntry(trx, {
      reason: "return",
      payoutId,
      creatorId: payout.creator_id,
      currency: "BRL",
      postings: [
        { account: "paid_out", cents: -cents, availableAt: null },
        { account: "creator", cents, availableAt: now },
      ],
      now,
    });
    await postMail(trx, {
      kind: "payoutSettled",
      key: `payoutReturned:${payoutId}`,
      to: { userId: payout.creator_id },
      facts: { payoutId },
    });
    const { label, ...paid } = describePayee(payout);
    await insertAuditEntry(trx, by, {
      action: "payoutReturned",
      target: { kind: "payout", id: payoutId, label },
      before: { status: "paid" },
      after: { status: "returned", amountCents: cents, ...paid },
      reason,
    });
    return { ok: true, repeated: false } as const;
  });
}
