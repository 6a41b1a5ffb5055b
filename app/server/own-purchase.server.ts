import type { AppLoadContext } from "@remix-run/node";
import { parseId } from "~/features/base/form-fields/record-id";
import { showPurchase } from "~/features/orders/purchases/show-purchases.server";
import { decideLocale } from "~/i18n/page-language";

/** The message of the login page before the pages of one purchase. */
export const purchaseLogin = {
  tone: "info",
  title: "watch.loginTitle",
  description: "purchases.login",
} as const;

interface OwnPurchaseQuery {
  request: Request;
  context: AppLoadContext;
  consumerId: string;
  id: string | undefined;
}

/** Returns a person's own purchase. Throws a 404 Response for another person's, or for an invalid id. */
export async function requireOwnPurchase({ request, context, consumerId, id }: OwnPurchaseQuery) {
  const saleId = parseId(id);
  const locale = decideLocale(new URL(request.url));
  const purchase = saleId && (await showPurchase(context.services, { consumerId, saleId, locale }));
  if (!purchase) throw new Response(null, { status: 404 });
  return purchase;
}
