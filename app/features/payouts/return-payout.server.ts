import type { Actor } from "~/features/audit/actor.server";
import { insertAuditEntry } from "~/features/audit/audit.queries.server";
import { postMail } from "~/features/mails/post-mail.server";
import { insertEntry } from "../ledger/ledger.queries.server";
import { lockPayout, updateReturnedPayout } from "./batches.queries.server";
import { maskPayee } from "./masked-detail";
import { mayRecordOutcome } from "./second-person";
import type { PayoutNeeds } from "./settle-payout.server";

export type PayoutReturned =
  /** `repeated`: it was recorded before, a form was sent twice. */
  { ok: true; repeated: boolean } | { ok: false; error: "notFound" | "notPaid" | "samePerson" };

/**
 * Records that the bank returned a confirmed payout: the amount is owed to the creator again, at once, and goes into the
 * next batch. The creator gets a mail. With `PAYOUT_TWO_PEOPLE` the administrator who prepared the batch is refused.
 */
export async function returnPayout(
  { db, clock, env }: PayoutNeeds,
  { by, batchId, payoutId, reason }: { by: Actor; batchId: string; payoutId: string; reason: string },
): Promise<PayoutReturned> {
  return db.transaction().execute(async (trx) => {
    const payout = await lockPayout(trx, { batchId, payoutId });
    if (!payout) return { ok: false, error: "notFound" } as const;
    if (payout.status === "returned") return { ok: true, repeated: true } as const;
    if (payout.status !== "paid") return { ok: false, error: "notPaid" } as const;
    if (
      !mayRecordOutcome({
        preparedBy: payout.prepared_by,
        recordedBy: by.userId,
        twoPeople: env.PAYOUT_TWO_PEOPLE,
      })
    )
      return { ok: false, error: "samePerson" } as const;
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
