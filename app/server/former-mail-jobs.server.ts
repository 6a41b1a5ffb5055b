import { postMail } from "~/features/mail/outbox/post-mail.server";
import type { Job } from "~/platform/jobs";
import type { Services } from "~/platform/services";
import { findPayoutPerson, findRefundPerson } from "./former-mail-jobs.queries.server";

type Needs = Pick<Services, "db">;

/**
 * Jobs of the release before the outbox, each of which sent one mail. They post it to the outbox under its present key, so that
 * a repeat adds nothing. No worker picks up a job whose name it does not know, so it would stay in the queue.
 */
export const formerMailJobs = {
  async "send-payout-mail"({ db }: Needs, { payoutId }: Job["send-payout-mail"]): Promise<void> {
    const payout = await findPayoutPerson(db, payoutId);
    if (!payout) return;
    const key = `${payout.status === "returned" ? "payoutReturned" : "payoutSettled"}:${payoutId}`;
    const to = { userId: payout.creator_id };
    await db
      .transaction()
      .execute((trx) => postMail(trx, { kind: "payoutSettled", key, to, facts: { payoutId } }));
  },
  async "send-withdrawal-mail"(services: Needs, { refundId }: Job["send-withdrawal-mail"]): Promise<void> {
    await postRefundMail(services, { kind: "withdrawalFailed", refundId });
  },
  async "send-refund-key-mail"(services: Needs, { refundId }: Job["send-refund-key-mail"]): Promise<void> {
    await postRefundMail(services, { kind: "refundKey", refundId });
  },
};

async function postRefundMail(
  { db }: Needs,
  { kind, refundId }: { kind: "withdrawalFailed" | "refundKey"; refundId: string },
): Promise<void> {
  const refund = await findRefundPerson(db, refundId);
  if (!refund) return;
  const { sale_id: saleId, consumer_id: userId, status } = refund;
  // A refund whose key could not be used asks for another one (notify-buyer.server.ts).
  const begin = kind === "refundKey" && status === "failed" ? "refundKeyAgain" : kind;
  const mail = { kind, key: `${begin}:${refundId}`, to: { userId }, facts: { refundId }, saleId };
  await db.transaction().execute((trx) => postMail(trx, mail));
}
