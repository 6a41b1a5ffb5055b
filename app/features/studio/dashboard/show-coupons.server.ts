import { findCreatorFeeBp } from "~/features/money/fees/creator-fees.queries.server";
import { parseCouponCode, withCoupon } from "~/features/orders/coupons/coupon-rules";
import { isCodeTaken, listCouponProducts } from "~/features/orders/coupons/coupons.queries.server";
import { listShownCoupons } from "~/features/orders/coupons/save-coupon.server";
import { creatorPath } from "~/features/shop/creators/profile-rules";
import { videoPath } from "~/features/videos/listing/video-address";
import { decideLocale, localizePath } from "~/i18n/page-language";
import { parseCursor } from "~/platform/keyset";
import type { Services } from "~/platform/services";
import { findCreatorHead } from "./creator-totals.queries.server";

/** A creator's coupons with the links that carry them, and what the form for a new one shows. */
export async function showCoupons(
  { db, clock, env }: Pick<Services, "db" | "clock" | "env">,
  creatorId: string,
  url: URL,
) {
  const locale = decideLocale(url);
  const now = clock();
  // The form checks a code while it is typed.
  const checked = parseCouponCode(url.searchParams.get("code"));
  const [{ coupons, next }, products, head, shareBp, taken] = await Promise.all([
    listShownCoupons(db, creatorId, { now, after: parseCursor(url.searchParams.get("after")), locale }),
    listCouponProducts(db, creatorId),
    findCreatorHead(db, creatorId),
    findCreatorFeeBp(db, creatorId, now),
    checked ? isCodeTaken(db, { creatorId, code: checked }) : false,
  ]);
  const pageOf = (productId: string | undefined) => {
    const product = products.find(({ id }) => id === productId);
    if (product) return videoPath(product);
    return productId ? `/videos/${productId}` : creatorPath(head?.handle ?? "");
  };
  return {
    coupons: coupons.map((coupon) => ({
      ...coupon,
      link: env.APP_URL + localizePath(withCoupon(pageOf(coupon.productId), coupon.code), locale),
    })),
    next,
    products,
    shareBp,
    checked,
    taken,
  };
}
