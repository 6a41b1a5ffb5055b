import type { Db } from "~/platform/db.server";
import { addJob } from "~/platform/jobs.queries.server";
import type { FailedRefund } from "./refund-rules";

/**
 * Has the buyer told by mail that a refund could not be sent, in the transaction that notes it. Only of a withdrawal: it
 * is the buyer's to ask for again. Any other is an administrator's, who sees it on the sale's page.
 */
export async function tellFailedRefund(trx: Db, { id, reason }: FailedRefund): Promise<void> {
  if (reason === "withdrawal")
    await addJob(trx, "send-withdrawal-mail", { refundId: id }, { key: `withdrawal:${id}` });
}
