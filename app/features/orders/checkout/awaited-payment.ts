import type { PaymentMethod, SaleStatus } from "~/features/money/ledger/sale-status";
import { formatDay, formatMoment } from "~/i18n/dates";
import type { Locale } from "~/i18n/languages";
import type { MessageKey } from "~/i18n/message-key";
import { localizePath } from "~/i18n/page-language";

export function paymentPath(saleId: string): string {
  return `/purchases/${saleId}/payment`;
}

/** `awaited`: undefined if the payment is not known to wait for the buyer. */
export function seePaymentKey(awaited: Pick<AwaitedPaymentView, "method"> | undefined) {
  if (!awaited) return "sales.seePayment" satisfies MessageKey;
  return awaited.method === "boleto"
    ? ("sales.seeBoleto" satisfies MessageKey)
    : ("sales.seePix" satisfies MessageKey);
}

export interface AwaitedPayment {
  method: "pix" | "boleto";
  until: Date;
}

/** Undefined for an unknown method and after the expiry, when a payment may still be confirmed for a day. */
export function decideAwaitedPayment(
  { method, until }: { method: PaymentMethod | null; until: Date | null },
  now: Date,
): AwaitedPayment | undefined {
  if ((method !== "pix" && method !== "boleto") || !until || until <= now) return undefined;
  return { method, until };
}

/** With the expiry formatted on the server, in its time zone. */
export interface AwaitedPaymentView {
  method: "pix" | "boleto";
  until: string;
}

/** A boleto expires by day, a Pix code by the minute. */
export function showAwaitedPayment(
  { method, until }: AwaitedPayment,
  now: Date,
  locale: Locale,
): AwaitedPaymentView {
  return { method, until: method === "boleto" ? formatDay(until, locale) : formatMoment(until, now, locale) };
}

/** Absolute URLs in the buyer's language. */
export function makeCheckoutAddresses({
  appUrl,
  videoId,
  locale,
}: {
  appUrl: string;
  videoId: string;
  locale: Locale;
}) {
  return {
    successUrl: appUrl + localizePath("/checkout/return", locale),
    cancelUrl: appUrl + localizePath(`/watch/${videoId}?checkout=cancelled`, locale),
  };
}

/** `search`: the query of a video's page after its buyer left the payment page. */
export function isCheckoutCancelled(search: string): boolean {
  return new URLSearchParams(search).get("checkout") === "cancelled";
}

export type PaymentElsewhere = "watch" | "purchases";

/** Returns the page of a purchase whose payment does not wait; undefined if it waits. */
export function decideElsewhere(sale: {
  status: SaleStatus;
  duplicate: boolean;
}): PaymentElsewhere | undefined {
  if (sale.status === "completed") return "watch";
  const waits = sale.status === "processing" || sale.status === "pending";
  return waits && !sale.duplicate ? undefined : "purchases";
}

/** `noCode`: payable, but its code is not known (yet). `over`: expired; a payment made in time may still be confirmed. */
export type PaymentPhase = "payable" | "noCode" | "over";

/** `until`: when the code expires; null if unknown. */
export function decidePhase(
  { code, until }: { code: string | null; until: Date | null },
  now: Date,
): PaymentPhase {
  if (until && until <= now) return "over";
  return code ? "payable" : "noCode";
}

/** `ends`: with its open checkout. `stays`: payable until it expires, because a complete checkout cannot be cancelled. */
export type OnPayingOtherwise = "ends" | "stays" | "isOver";

export function decideOnPayingOtherwise(status: SaleStatus, phase: PaymentPhase): OnPayingOtherwise {
  if (status === "pending") return "ends";
  return phase === "over" ? "isOver" : "stays";
}

export function isByCode(method: PaymentMethod | null): method is AwaitedPayment["method"] {
  return method === "pix" || method === "boleto";
}
