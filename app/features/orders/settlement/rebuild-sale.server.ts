import { findFullName, insertConsumerProfile } from "~/features/accounts/accounts/accounts.queries.server";
import { currencies } from "~/features/base/money/currency";
import type { Db } from "~/platform/db.server";
import type { SettledCheckout } from "./checkout-fact";
import { findRebuildableTerms, insertRebuiltSale } from "./rebuild-sale.queries.server";

/** The provider's checkout of a sale that the database lacks. */
type Unknown = Pick<
  SettledCheckout,
  "checkoutId" | "saleId" | "terms" | "amountCents" | "currency" | "openedAt"
>;

/**
 * Makes a sale again that the database lost, as when a backup was restored that is older than the checkout: the same
 * id, buyer, video, amount and split. The caller settles it. Returns false, and changes nothing, where the checkout
 * does not say enough, or buyer or video are not there.
 */
export async function rebuildSale(trx: Db, checkout: Unknown, now: Date): Promise<boolean> {
  const { checkoutId, saleId, terms, amountCents, openedAt } = checkout;
  const currency = currencies.find((one) => one === checkout.currency);
  if (!saleId || !terms || !currency) return false;
  const found = await findRebuildableTerms(trx, terms);
  if (!found) return false;
  const fullName = (await findFullName(trx, terms.buyerId)) ?? found.email;
  await insertConsumerProfile(trx, { userId: terms.buyerId, fullName, email: found.email });
  return insertRebuiltSale(trx, {
    saleId,
    checkoutId,
    ...terms,
    title: found.title,
    currency,
    amountCents,
    begunAt: openedAt && openedAt < now ? openedAt : now,
    now,
  });
}
