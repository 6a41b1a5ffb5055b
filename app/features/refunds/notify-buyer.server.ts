import type { Db } from "~/platform/db.server";
import { addJob } from "~/platform/jobs.queries.server";
import type { FailedRefund } from "./refund-rules";

/** Queues the mail that asks the buyer for a Pix key, in the transaction that makes a refund by hand or records its failure. */
export async function askRefundKey(trx: Db, refundId: string): Promise<void> {
  await addJob(trx, "send-refund-key-mail", { refundId }, { key: `refund-key:${refundId}` });
}

/**
 * Queues the mail about a failed refund, in the transaction that records it: of a withdrawal, which the buyer may ask for
 * again, and of a second payment, where it asks for another Pix key. Administrators see all others on the sale's page.
 */
export async function notifyFailedRefund(trx: Db, { id, reason }: FailedRefund): Promise<void> {
  if (reason === "withdrawal")
    await addJob(trx, "send-withdrawal-mail", { refundId: id }, { key: `withdrawal:${id}` });
  if (reason === "duplicate") await askRefundKey(trx, id);
}
