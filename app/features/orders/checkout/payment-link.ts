import type { MessageKey } from "~/i18n/message-key";
import type { AwaitedPaymentView } from "./awaited-payment";

export function paymentPath(saleId: string): string {
  return `/purchases/${saleId}/payment`;
}

/** Returns the text of the link to that page. `awaited`: undefined where it is not known to wait for the buyer. */
export function seePaymentKey(awaited: Pick<AwaitedPaymentView, "method"> | undefined) {
  if (!awaited) return "sales.seePayment" satisfies MessageKey;
  return awaited.method === "boleto"
    ? ("sales.seeBoleto" satisfies MessageKey)
    : ("sales.seePix" satisfies MessageKey);
}
