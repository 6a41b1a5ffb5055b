import type { readIntention } from "~/features/orders/checkout/purchase-intention";
import { showCoupon } from "~/features/orders/coupons/claim-coupon.server";
import { findSalesPageVideo } from "~/features/shop/sales-page/sales-page-video.queries.server";
import type { Services } from "~/platform/services";
import type { IntendedVideoView } from "./login-forms";

/** Null without a video that is for sale. */
export async function showIntendedVideo(
  { db, clock }: Pick<Services, "db" | "clock">,
  intention: ReturnType<typeof readIntention>,
): Promise<{ video: IntendedVideoView } | null> {
  const video = intention && (await findSalesPageVideo(db, { id: intention.videoId }));
  if (!intention || !video) return null;
  const { title, thumbnail_url, creator_name, price_cents, currency } = video;
  const typed = intention.coupon ?? null;
  const withCoupon = await showCoupon(db, typed, video, { viewer: undefined, now: clock() });
  return {
    video: {
      id: intention.videoId,
      title,
      thumbnailUrl: thumbnail_url,
      creatorName: creator_name,
      priceCents: withCoupon?.priceCents ?? price_cents,
      currency,
      buys: intention.buys,
    },
  };
}
