import type { AppLoadContext } from "@remix-run/node";
import { findAccount } from "~/features/base/accounts/accounts.queries.server";
import { withCoupon } from "~/features/orders/coupons/coupon-rules";
import { insertSaleSource } from "~/features/orders/coupons/visits.queries.server";
import type { GiftTerms } from "~/features/orders/gifts/gifts.queries.server";
import { asFact } from "~/features/orders/settlement/checkout-fact";
import { paymentStatusLimit, settleSale } from "~/features/orders/settlement/settle-sale.server";
import { videoPath } from "~/features/videos/listing/video-address";
import type { Locale } from "~/i18n/languages";
import { formatMoney } from "~/i18n/money";
import { PaymentsUnavailable } from "~/integrations/payments/payments-errors";
import { parseId } from "~/platform/forms/record-id";
import { isOutage } from "~/platform/outage.server";
import type { Services } from "~/platform/services";
import type { Flash } from "~/platform/session/cookies.server";
import { buyVideo } from "./buy-video.server";
import { findSaleByCheckout } from "./holdings.queries.server";
import type { Intention } from "./purchase-intention";
import { type RefusalName, refusalFlash } from "./refusals";
import { risenPricePath } from "./shown-price";

type StartedCheckout =
  | { ok: true; url: string; flash?: Flash }
  /** `path`, `flash`: the page to redirect to, and its message. */
  | { ok: false; refusal: RefusalName; path: string; flash: Flash };

interface Start {
  videoId: string | undefined;
  /** Cents; undefined if the page did not say. */
  shownPriceCents: number | undefined;
  coupon?: string | undefined;
  gift?: GiftTerms | undefined;
  locale: Locale;
}

/** Returns the URL of the payment page (of the watch page if a coupon makes the video free), or the refusal. */
export async function startCheckout(
  { services, log, visit }: AppLoadContext,
  buyer: { userId: string; email: string },
  { videoId: raw, shownPriceCents, coupon, gift, locale }: Start,
): Promise<StartedCheckout> {
  const videoId = parseId(raw);
  try {
    const bought = videoId
      ? await buyVideo(services, buyer, videoId, locale, { shownPriceCents, coupon, gift })
      : ({ ok: false, error: "notFound" } as const);
    if (bought.ok && bought.free)
      return { ok: true, url: bought.checkoutUrl, flash: { tone: "success", title: "marketplace.bought" } };
    if (bought.ok) {
      const source = videoId && visit.findSource(videoId);
      if (source) await insertSaleSource(services.db, { consumerId: buyer.userId, videoId, source });
      return { ok: true, url: bought.checkoutUrl };
    }
    if (bought.error === "priceRose") {
      const price = formatMoney(bought.priceCents, bought.currency, locale);
      const page = risenPricePath(`/videos/${videoId}`, shownPriceCents ?? bought.priceCents);
      return { ...refuse("priceRose", { price }), path: withCoupon(page, coupon) };
    }
    if (bought.error === "coupon") {
      const path = withCoupon(videoPath({ id: videoId ?? "", title: bought.title }), coupon);
      return { ...refuse("coupon"), path };
    }
    return refuse(bought.error);
  } catch (error) {
    const outage = refusalOfOutage(error);
    if (!outage) throw error;
    log.error({ err: error }, "checkout could not be opened");
    return refuse(outage);
  }

  function refuse(refusal: RefusalName, values?: Record<string, string>) {
    const path = refusal === "notFound" ? "/marketplace" : `/watch/${videoId}`;
    return { ok: false, refusal, path, flash: refusalFlash(refusal, values) } as const;
  }
}

interface SignedIn {
  userId: string;
  target: string;
  flash: Flash;
}

/** Returns the payment page if the login began with Buy or Watch, the page of a refusal, else the return address. */
export async function continueAfterSignIn(
  context: AppLoadContext,
  intention: Intention | undefined,
  { userId, target, flash }: SignedIn,
  options: Omit<Start, "videoId" | "coupon" | "gift">,
): Promise<{ path: string; flash: Flash }> {
  if (!intention?.buys) return { path: target, flash };
  const account = await findAccount(context.services.db, userId);
  if (!account) return { path: target, flash };
  const { videoId, coupon } = intention;
  const buyer = { userId, email: account.email };
  const started = await startCheckout(context, buyer, { videoId, coupon, ...options });
  return started.ok ? { path: started.url, flash: started.flash ?? flash } : started;
}

/** Undefined for a bug. */
export function refusalOfOutage(error: unknown): RefusalName | undefined {
  if (error instanceof PaymentsUnavailable)
    return error.reason === "inProgress" ? "inProgress" : "paymentsAway";
  return isOutage(error) ? "shopAway" : undefined;
}

/**
 * Settles a checkout when the buyer returns from it, as the webhook does. The provider is asked within
 * `paymentStatusLimit`. Undefined if the checkout is not this person's. Throws PaymentsUnavailable.
 */
export async function returnFromCheckout(
  { db, payments, rateLimits, clock }: Pick<Services, "db" | "payments" | "rateLimits" | "clock">,
  { consumerId, checkoutId }: { consumerId: string; checkoutId: string },
): Promise<{ path: string; paid: boolean; isGift: boolean } | undefined> {
  const sale = await findSaleByCheckout(db, { consumerId, checkoutId });
  if (!sale) return undefined;
  const isGift = sale.is_gift;
  const path = isGift ? `/purchases/${sale.id}/gift` : `/watch/${sale.video_id}`;
  if (sale.status === "completed") return { path, isGift, paid: true };
  const waits = sale.status === "pending" || sale.status === "processing";
  if (!waits || !(await rateLimits.take(paymentStatusLimit, consumerId)).ok)
    return { path, isGift, paid: false };
  const checkout = await payments.findCheckout(checkoutId);
  const fact = checkout && asFact(checkout);
  if (!fact) return { path, isGift, paid: false };
  const settled = await db.transaction().execute((trx) => settleSale(trx, fact, clock()));
  return { path, isGift, paid: settled.ok && settled.status === "completed" };
}
