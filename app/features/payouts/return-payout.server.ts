import type { Actor } from "~/features/audit/actor.server";
import { insertAuditEntry } from "~/features/audit/audit.queries.server";
import { addJob } from "~/platform/jobs.queries.server";
import type { Services } from "~/platform/services";
import { insertEntry } from "../ledger/ledger.queries.server";
import { lockPayout, updateReturnedPayout } from "./batches.queries.server";
import { maskPayee } from "./masked-detail";

export type PayoutReturned =
  /** `repeated`: it was recorded before, a form was sent twice. */
  { ok: true; repeated: boolean } | { ok: false; error: "notFound" | "notPaid" };

/**
 * Records that the bank returned a confirmed payout: the amount is owed to the creator again, at once, and goes into the
 * next batch. The creator gets a mail.
 */
export async function returnPayout(
  { db, clock }: Pick<Services, "db" | "clock">,
  { by, batchId, payoutId, reason }: { by: Actor; batchId: string; payoutId: string; reason: string },
): Promise<PayoutReturned> {
  return db.transaction().execute(async (trx) => {
    const payout = await lockPayout(trx, { batchId, payoutId });
    if (!payout) return { ok: false, error: "notFound" } as const;
    if (payout.status === "returned") return { ok: true, repeated: true } as const;
    if (payout.status !== "paid") return { ok: false, error: "notPaid" } as const;
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
    await addJob(trx, "send-payout-mail", { payoutId }, { key: `payout-return:${payoutId}` });
    await insertAuditEntry(trx, by, {
      action: "payoutReturned",
      target: { kind: "payout", id: payoutId, label: payout.payee_name },
      before: { status: "paid" },
      after: { status: "returned", amountCents: cents, paidTo: maskPayee(payout) },
      reason,
    });
    return { ok: true, repeated: false } as const;
  });
}
