import { drawQrCode } from "~/features/base/documents/qr-code.server";
import { findSaleCoupon } from "~/features/orders/coupons/coupons.queries.server";
import type { AwaitedCode } from "~/features/orders/settlement/rebuild-sale.queries.server";
import { paymentStatusLimit, toAwaited } from "~/features/orders/settlement/settle-sale.server";
import { findAccess } from "~/features/videos/listing/access-grants.queries.server";
import type { Locale } from "~/i18n/languages";
import { formatMoney } from "~/i18n/money";
import { isOutage } from "~/platform/outage.server";
import type { Services } from "~/platform/services";
import {
  decideElsewhere,
  decideOnPayingOtherwise,
  decidePhase,
  isByCode,
  type PaymentElsewhere,
  showAwaitedPayment,
} from "./awaited-payment";
import { buyVideo, type PurchaseResult } from "./buy-video.server";
import { type Buyer, endCheckout } from "./open-checkout.server";
import { findOwnPayment, type OwnPayment, setAside } from "./payment-page.queries.server";

type PaidOtherwise =
  | { kind: "begun"; bought: PurchaseResult; videoId: string }
  /** The payment is no longer pending. */
  | { kind: "elsewhere"; elsewhere: PaymentElsewhere; videoId: string };

/**
 * Ends the waiting payment at the provider if its checkout is open, else sets it aside, and begins the purchase again. A
 * payment that was set aside can still arrive; of two, the second is refunded. Nothing is ended if the video cannot be
 * bought now, or costs more than was shown. Undefined if the sale is not this person's. Throws PaymentsUnavailable.
 */
export async function payOtherwise(
  services: Pick<Services, "db" | "payments" | "clock" | "env" | "log">,
  buyer: Buyer,
  {
    saleId,
    shownPriceCents,
    locale,
  }: { saleId: string; shownPriceCents: number | undefined; locale: Locale },
): Promise<PaidOtherwise | undefined> {
  const { db, clock } = services;
  const sale = await findOwnPayment(db, { consumerId: buyer.userId, saleId });
  if (!sale) return undefined;
  const { video_id: videoId, price_now: priceCents, currency_now: currency, provider_checkout_id } = sale;
  const elsewhere = decideElsewhere(sale);
  if (elsewhere) return { kind: "elsewhere", elsewhere, videoId };
  if (priceCents === null) return { kind: "begun", bought: { ok: false, error: "notFound" }, videoId };
  if (shownPriceCents !== undefined && priceCents > shownPriceCents)
    return { kind: "begun", bought: { ok: false, error: "priceRose", priceCents, currency }, videoId };
  if (provider_checkout_id) await endCheckout(services, provider_checkout_id, clock());
  await setAside(db, { saleId, now: clock() });
  const coupon = (await findSaleCoupon(db, saleId))?.code;
  const bought = await buyVideo(services, buyer, videoId, locale, { shownPriceCents, coupon });
  // The coupon is no longer valid: the page showed the price without it.
  if (!bought.ok && bought.error === "coupon")
    return {
      kind: "begun",
      bought: await buyVideo(services, buyer, videoId, locale, { shownPriceCents }),
      videoId,
    };
  return { kind: "begun", bought, videoId };
}

type Needs = Pick<Services, "db" | "payments" | "rateLimits" | "clock" | "log">;

/**
 * Returns the page of a waiting payment, or the page that shows it instead (`elsewhere`); undefined if the sale is not
 * this person's. Asks the provider for a code that is not stored, within `paymentStatusLimit`; unknown in an outage.
 */
export async function showPayment(
  services: Needs,
  { consumerId, saleId, locale }: { consumerId: string; saleId: string; locale: Locale },
) {
  const { db, clock } = services;
  const sale = await findOwnPayment(db, { consumerId, saleId });
  if (!sale) return undefined;
  const elsewhere = decideElsewhere(sale);
  if (elsewhere) return { kind: "elsewhere", elsewhere, videoId: sale.video_id } as const;
  const awaited = await findAwaited(services, { consumerId, sale });
  // An open checkout without a code waits on the provider's page, which the list of purchases links to.
  if (sale.status === "pending" && !awaited?.code)
    return { kind: "elsewhere", elsewhere: "purchases", videoId: sale.video_id } as const;
  const now = clock();
  const { method, until, code, voucherUrl } = awaited ?? storedOf(sale);
  const phase = decidePhase({ code, until }, now);
  const granted = await findAccess(db, { userId: consumerId, productId: sale.video_id });
  const byCode = isByCode(method) ? method : null;
  return {
    kind: "waiting" as const,
    saleId,
    title: sale.title,
    amount: formatMoney(sale.amount_cents, sale.currency, locale),
    method: byCode,
    phase,
    code: phase === "payable" ? code : null,
    qr: phase === "payable" && code && byCode === "pix" ? (drawQrCode(code) ?? null) : null,
    until: byCode && until ? showAwaitedPayment({ method: byCode, until }, now, locale).until : null,
    /** Null for a boleto, which expires with its day. */
    secondsLeft: phase === "payable" && byCode === "pix" && until ? secondsBetween(now, until) : null,
    voucherUrl: phase === "over" ? null : voucherUrl,
    setAside: sale.set_aside_at !== null,
    /** The buyer already has access: this payment must not be made as well. */
    bought: granted,
    onOther: decideOnPayingOtherwise(sale.status, phase),
    /** In cents; null if the video is no longer for sale. */
    otherPriceCents: sale.price_now,
    otherPrice:
      sale.price_now === null || sale.price_now === sale.amount_cents
        ? null
        : formatMoney(sale.price_now, sale.currency_now, locale),
  };
}

function secondsBetween(from: Date, to: Date): number {
  return Math.floor((to.getTime() - from.getTime()) / 1000);
}

export type PaymentView = Extract<Awaited<ReturnType<typeof showPayment>>, { kind: "waiting" }>;

function storedOf(sale: OwnPayment): AwaitedCode {
  return {
    saleId: sale.id,
    method: sale.payment_method ?? "other",
    until: sale.awaiting_until,
    code: sale.awaiting_code,
    voucherUrl: sale.awaiting_voucher_url,
  };
}

/** From the database, else the provider; undefined if unknown. */
async function findAwaited(
  { payments, rateLimits, log }: Needs,
  { consumerId, sale }: { consumerId: string; sale: OwnPayment },
): Promise<AwaitedCode | undefined> {
  if (sale.awaiting_code) return storedOf(sale);
  if (!(await rateLimits.take(paymentStatusLimit, consumerId)).ok) return undefined;
  try {
    const paymentId = sale.provider_payment_id ?? (await findPaymentId(payments, sale.provider_checkout_id));
    const pending = paymentId ? await payments.findPending(paymentId) : undefined;
    return pending && toAwaited(sale.id, pending);
  } catch (error) {
    if (!isOutage(error)) throw error;
    log.error({ err: error, saleId: sale.id }, "the code of a waiting payment could not be read");
    return undefined;
  }
}

async function findPaymentId(
  payments: Needs["payments"],
  checkoutId: string | null,
): Promise<string | undefined> {
  return checkoutId ? (await payments.findCheckout(checkoutId))?.paymentId : undefined;
}
