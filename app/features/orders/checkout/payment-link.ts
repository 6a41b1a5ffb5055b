import { formatDay, formatMoment } from "~/features/base/form-fields/dates";
import type { PaymentMethod } from "~/features/money/ledger/sale-status";
import type { Locale } from "~/i18n/languages";
import type { MessageKey } from "~/i18n/message-key";
import { localizePath } from "~/i18n/page-language";

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

/** A Pix or boleto code that can be paid until a moment (app/integrations/payments/stripe-session.server.ts). */
export interface AwaitedPayment {
  method: "pix" | "boleto";
  until: Date;
}

/**
 * Decides whether a pending payment waits for the buyer. After its expiry it may still be confirmed, a day later: then
 * this returns undefined, as for an unknown method.
 */
export function decideAwaitedPayment(
  { method, until }: { method: PaymentMethod | null; until: Date | null },
  now: Date,
): AwaitedPayment | undefined {
  if ((method !== "pix" && method !== "boleto") || !until || until <= now) return undefined;
  return { method, until };
}

/** With the expiry formatted on the server: the browser may be in another time zone. */
export interface AwaitedPaymentView {
  method: "pix" | "boleto";
  until: string;
}

/** Formats a boleto's expiry as a day, a Pix code's as a moment. */
export function showAwaitedPayment(
  { method, until }: AwaitedPayment,
  now: Date,
  locale: Locale,
): AwaitedPaymentView {
  return { method, until: method === "boleto" ? formatDay(until, locale) : formatMoment(until, now, locale) };
}

interface Addresses {
  appUrl: string;
  videoId: string;
  locale: Locale;
}

/** Returns where the buyer goes after paying, and after leaving the payment page: absolute URLs, in their language. */
export function makeCheckoutAddresses({ appUrl, videoId, locale }: Addresses) {
  return {
    successUrl: appUrl + localizePath("/checkout/return", locale),
    cancelUrl: appUrl + localizePath(`/watch/${videoId}?checkout=cancelled`, locale),
  };
}

/** Returns whether the query of a video's page says that its buyer left the payment page without paying. */
export function isCheckoutCancelled(search: string): boolean {
  return new URLSearchParams(search).get("checkout") === "cancelled";
}
