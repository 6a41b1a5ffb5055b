import { findSaleByCheckout } from "~/features/purchases/purchases.queries.server";
import { asFact } from "~/features/settlement/checkout-fact";
import { settleSale } from "~/features/settlement/settle-sale.server";
import type { Services } from "~/platform/services";

/**
 * The buyer is back from paying: asks the provider how it went and settles as the webhook would, only sooner.
 * Takes who came back and the checkout's id; gives the video, and whether it may be watched now. Undefined for a
 * checkout that is not this person's.
 */
export async function returnFromCheckout(
  { db, payments, clock }: Pick<Services, "db" | "payments" | "clock">,
  { consumerId, sessionId }: { consumerId: string; sessionId: string },
): Promise<{ videoId: string; paid: boolean } | undefined> {
  const sale = await findSaleByCheckout(db, { consumerId, sessionId });
  if (!sale) return undefined;
  if (sale.status === "completed") return { videoId: sale.video_id, paid: true };
  const checkout = await payments.findCheckout(sessionId);
  if (!checkout) return { videoId: sale.video_id, paid: false };
  const fact = asFact(checkout);
  if (!fact) return { videoId: sale.video_id, paid: false };
  const settled = await db.transaction().execute((trx) => settleSale(trx, fact, clock()));
  return { videoId: sale.video_id, paid: settled.ok && settled.status === "completed" };
}
