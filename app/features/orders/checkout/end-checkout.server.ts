import { asFact } from "~/features/orders/settlement/checkout-fact";
import { settleSale } from "~/features/orders/settlement/settle-sale.server";
import type { Services } from "~/platform/services";
import { failUnpayableSale } from "./pending-sale.queries.server";

/**
 * Expires a checkout at the provider where it is still open, and settles the sale by what the provider answers: the
 * buyer may have paid in the meantime. Returns false for a checkout that the provider does not know; throws
 * PaymentsUnavailable when the provider is away.
 */
export async function endCheckout(
  { db, payments }: Pick<Services, "db" | "payments">,
  checkoutId: string,
  now: Date,
): Promise<boolean> {
  const ended = await payments.expireCheckout(checkoutId);
  const fact = ended && asFact(ended);
  if (fact) await db.transaction().execute((trx) => settleSale(trx, fact, now));
  return ended !== undefined;
}

/**
 * Ends a purchase that was begun: at the provider first, so that it cannot be paid any more, and by itself where no
 * checkout of it is known there. Throws PaymentsUnavailable when the provider is away.
 */
export async function endPendingSale(
  services: Pick<Services, "db" | "payments">,
  sale: { id: string; provider_checkout_id: string | null },
  now: Date,
): Promise<void> {
  const { id: saleId, provider_checkout_id: checkoutId } = sale;
  const known = checkoutId !== null && (await endCheckout(services, checkoutId, now));
  if (!known) await failUnpayableSale(services.db, { saleId, checkoutId });
}
