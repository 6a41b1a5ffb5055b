import { asFact } from "~/features/orders/settlement/checkout-fact";
import { paymentStatusLimit } from "~/features/orders/settlement/payment-status-limit";
import { settleSale } from "~/features/orders/settlement/settle-sale.server";
import type { Services } from "~/platform/services";
import { findSaleByCheckout } from "./holdings.queries.server";

/**
 * Settles a checkout when the buyer returns from it, as the webhook does, only sooner. Returns where the buyer goes on,
 * whether it is paid, and whether it is a gift; undefined for a checkout that is not this person's. The provider is
 * asked about payments that wait, within `paymentStatusLimit`. Throws PaymentsUnavailable in an outage.
 */
export async function returnFromCheckout(
  { db, payments, rateLimits, clock }: Pick<Services, "db" | "payments" | "rateLimits" | "clock">,
  { consumerId, checkoutId }: { consumerId: string; checkoutId: string },
): Promise<{ path: string; paid: boolean; isGift: boolean } | undefined> {
  const sale = await findSaleByCheckout(db, { consumerId, checkoutId });
  if (!sale) return undefined;
  const path = sale.is_gift ? `/purchases/${sale.id}/gift` : `/watch/${sale.video_id}`;
  const isGift = sale.is_gift;
  if (sale.status === "completed") return { path, isGift, paid: true };
  const waits = sale.status === "pending" || sale.status === "processing";
  if (!waits || !(await rateLimits.take(paymentStatusLimit, consumerId)).ok)
    return { path, isGift, paid: false };
  const checkout = await payments.findCheckout(checkoutId);
  if (!checkout) return { path, isGift, paid: false };
  const fact = asFact(checkout);
  if (!fact) return { path, isGift, paid: false };
  const settled = await db.transaction().execute((trx) => settleSale(trx, fact, clock()));
  return { path, isGift, paid: settled.ok && settled.status === "completed" };
}
