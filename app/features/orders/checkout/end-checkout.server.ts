import { asFact } from "~/features/orders/settlement/checkout-fact";
import { settleSale } from "~/features/orders/settlement/settle-sale.server";
import type { Services } from "~/platform/services";

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
