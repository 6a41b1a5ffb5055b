import { type Bought, buyVideo } from "~/features/orders/checkout/buy-video.server";
import { endCheckout } from "~/features/orders/checkout/end-checkout.server";
import type { Buyer } from "~/features/orders/checkout/open-checkout.server";
import { findSaleCoupon } from "~/features/orders/coupons/coupons.queries.server";
import type { Locale } from "~/i18n/languages";
import type { Services } from "~/platform/services";
import { decideElsewhere, type PaymentElsewhere } from "./payment-page";
import { findOwnPayment, setAside } from "./payment-page.queries.server";

export type PaidOtherwise =
  | { kind: "begun"; bought: Bought; videoId: string }
  /** The payment is no longer pending; its page shows the outcome. */
  | { kind: "elsewhere"; elsewhere: PaymentElsewhere; videoId: string };

/**
 * Pays a purchase in another way than the one chosen: ends the waiting payment at the provider where its checkout is
 * still open, else sets it aside, and begins to buy the video again. A payment that was set aside can still arrive;
 * of two, the second goes back. Nothing is ended where the video cannot be bought now, or costs more than was shown.
 * Returns undefined for a sale that is not this person's; throws PaymentsUnavailable when the provider is away.
 */
export async function payOtherwise(
  services: Pick<Services, "db" | "payments" | "clock" | "env" | "log">,
  buyer: Buyer,
  asked: { saleId: string; shownPriceCents: number | undefined; locale: Locale },
): Promise<PaidOtherwise | undefined> {
  const { db, clock } = services;
  const { saleId, shownPriceCents, locale } = asked;
  const own = { consumerId: buyer.userId, saleId };
  const sale = await findOwnPayment(db, own);
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
  // A coupon that is over by now: the page showed the price without it.
  if (!bought.ok && bought.error === "coupon")
    return {
      kind: "begun",
      bought: await buyVideo(services, buyer, videoId, locale, { shownPriceCents }),
      videoId,
    };
  return { kind: "begun", bought, videoId };
}
