import type { Db } from "~/platform/db.server";
import { addJob } from "~/platform/jobs.queries.server";

/** Has the buyer asked by mail where a refund by hand goes, in the transaction that makes it one or that notes its failure. */
export async function askRefundKey(trx: Db, refundId: string): Promise<void> {
  await addJob(trx, "send-refund-key-mail", { refundId }, { key: `refund-key:${refundId}` });
}
