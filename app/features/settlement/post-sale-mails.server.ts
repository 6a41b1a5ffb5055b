import { postMail } from "~/features/mails/post-mail.server";
import type { Db } from "~/platform/db.server";
import type { SaleStatus } from "./sale-status";

interface SettledChange {
  sale: { id: string; consumer_id: string; completed_at: Date | null; payment_method: string | null };
  /** The status after settling. */
  status: SaleStatus;
  now: Date;
}

/** Time for the payment method to be looked up, in milliseconds: the receipt names it. */
const lookUpMs = 3_000;

/** Posts the mails about a change of a sale, in the transaction that settles it. */
export async function postSaleMails(trx: Db, { sale, status, now }: SettledChange): Promise<void> {
  if (status === "completed" && !sale.completed_at) {
    await postMail(trx, {
      kind: "receipt",
      key: `receipt:${sale.id}`,
      to: { userId: sale.consumer_id },
      saleId: sale.id,
      ...(sale.payment_method === null && { sendAt: new Date(now.getTime() + lookUpMs) }),
    });
  }
}
