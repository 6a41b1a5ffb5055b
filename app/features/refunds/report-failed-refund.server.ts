import type { Db } from "~/platform/db.server";
import { addJob } from "~/platform/jobs.queries.server";
import { askRefundKey } from "./ask-refund-key.server";
import type { FailedRefund } from "./refund-rules";

/**
 * Has the buyer told by mail that a refund could not be sent, in the transaction that notes it. Only of a withdrawal,
 * which is the buyer's to ask for again, and of a second payment, whose mail asks for another PIX key where it went by
 * hand. Any other is an administrator's, who sees it on the sale's page.
 */
export async function tellFailedRefund(trx: Db, { id, reason }: FailedRefund): Promise<void> {
  if (reason === "withdrawal")
    await addJob(trx, "send-withdrawal-mail", { refundId: id }, { key: `withdrawal:${id}` });
  if (reason === "duplicate") await askRefundKey(trx, id);
}
