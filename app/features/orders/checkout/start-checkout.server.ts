import type { AppLoadContext } from "@remix-run/node";
import { findAccount } from "~/features/accounts/accounts/accounts.queries.server";
import { parseId } from "~/features/base/form-fields/record-id";
import { formatMoney } from "~/features/base/money/money";
import { withCoupon } from "~/features/orders/coupons/coupon-code";
import { insertSaleSource } from "~/features/orders/coupons/visits.queries.server";
import type { GiftTerms } from "~/features/orders/gifts/gifts.queries.server";
import { videoPath } from "~/features/videos/listing/video-address";
import type { Locale } from "~/i18n/languages";
import type { MessageKey } from "~/i18n/message-key";
import type { Flash } from "~/platform/session/flash.server";
import { buyVideo } from "./buy-video.server";
import { describeCheckoutOutage } from "./checkout-outage.server";
import type { Intention } from "./purchase-intention";
import { type BuyRefusal, buyRefusals } from "./refusal-messages";
import { leadsToVideo } from "./refusals-leading-to-video";
import { risenPricePath } from "./shown-price";

/** Other refusals are 409. */
const statuses: Partial<Record<BuyRefusal, number>> = {
  notFound: 404,
  notPayable: 503,
  tooManyCheckouts: 429,
  tooManyFree: 429,
};

export type StartedCheckout =
  | { ok: true; url: string; flash?: Flash }
  /** `path` and `flash`: the page to go to instead, and its message. `values` fill the gaps of `error`. */
  | {
      ok: false;
      error: MessageKey;
      status: number;
      values?: Record<string, string>;
      path: string;
      flash: Flash;
    };

interface Start {
  videoId: string | undefined;
  /** Cents; undefined where the page did not say. */
  shownPriceCents: number | undefined;
  /** The code of a coupon. */
  coupon?: string | undefined;
  gift?: GiftTerms | undefined;
  locale: Locale;
}

/**
 * Starts a purchase. Returns the URL of the payment page, or the message, HTTP status and page of a refusal. For a
 * video that a coupon makes free, returns the path of its watch page and the message for it.
 */
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
      return { ...refusal("marketplace.priceRose", 409, { price }), path: withCoupon(page, coupon) };
    }
    if (bought.error === "coupon") {
      // The video's page says why.
      const path = withCoupon(videoPath({ id: videoId ?? "", title: bought.title }), coupon);
      return { ...refusal("marketplace.couponRefused", 409), path };
    }
    return refusal(buyRefusals[bought.error], statuses[bought.error] ?? 409);
  } catch (error) {
    const message = describeCheckoutOutage(error);
    if (!message) throw error;
    log.error({ err: error }, "checkout could not be opened");
    return refusal(message, 503);
  }

  function refusal(error: MessageKey, status: number, values?: Record<string, string>) {
    const path = error === "watch.notFound" ? "/marketplace" : `/watch/${videoId}`;
    const flash = leadsToVideo(error)
      ? ({ tone: "info", title: error, values } as const)
      : ({ tone: "error", title: "marketplace.buyFailed", description: error } as const);
    return { ok: false, error, status, values, path, flash } as const;
  }
}

interface SignedIn {
  userId: string;
  target: string;
  flash: Flash;
}

/**
 * Returns where a login continues: the payment page where it began with Buy or Watch (an absolute URL), the page of a
 * refusal with its message, else the return address.
 */
export async function continueAfterSignIn(
  context: AppLoadContext,
  intention: Intention | undefined,
  { userId, target, flash }: SignedIn,
  shown: Omit<Start, "videoId" | "coupon" | "gift">,
): Promise<{ path: string; flash: Flash }> {
  if (!intention?.buys) return { path: target, flash };
  const account = await findAccount(context.services.db, userId);
  if (!account) return { path: target, flash };
  const { videoId, coupon } = intention;
  const buyer = { userId, email: account.email };
  const started = await startCheckout(context, buyer, { videoId, coupon, ...shown });
  return started.ok ? { path: started.url, flash: started.flash ?? flash } : started;
}
