import { asFact } from "~/features/orders/settlement/checkout-fact";
import { settleSale } from "~/features/orders/settlement/settle-sale.server";
import type { Services } from "~/platform/services";
import { findSaleByCheckout } from "./current-sales.queries.server";

/**
 * Settles a checkout when the buyer returns from it, as the webhook does, only sooner. Returns the video, and whether
 * it is paid; undefined for a checkout that is not this person's. Throws PaymentsUnavailable in an outage.
 */
export async function returnFromCheckout(
  { db, payments, clock }: Pick<Services, "db" | "payments" | "clock">,
  { consumerId, checkoutId }: { consumerId: string; checkoutId: string },
): Promise<{ videoId: string; paid: boolean } | undefined> {
  const sale = await findSaleByCheckout(db, { consumerId, checkoutId });
  if (!sale) return undefined;
  if (sale.status === "completed") return { videoId: sale.video_id, paid: true };
  const checkout = await payments.findCheckout(checkoutId);
  if (!checkout) return { videoId: sale.video_id, paid: false };
  const fact = asFact(checkout);
  if (!fact) return { videoId: sale.video_id, paid: false };
  const settled = await db.transaction().execute((trx) => settleSale(trx, fact, clock()));
  return { videoId: sale.video_id, paid: settled.ok && settled.status === "completed" };
}
