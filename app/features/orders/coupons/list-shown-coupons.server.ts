import { formatDay } from "~/features/base/form-fields/dates";
import type { Locale } from "~/i18n/languages";
import type { Db } from "~/platform/db.server";
import type { ListedCoupon } from "./coupon-list";
import { listCoupons } from "./coupons.queries.server";

/** Lists the newest coupons of a creator, or of the platform (`creatorId` null), as their page shows them. */
export async function listShownCoupons(
  db: Db,
  creatorId: string | null,
  { now, locale }: { now: Date; locale?: Locale },
): Promise<ListedCoupon[]> {
  const coupons = await listCoupons(db, creatorId);
  return coupons.map(({ code, discount, used, maxUses, perPerson, firstOnly, videoIds, ...coupon }) => {
    const { startsAt, endsAt, endedAt } = coupon;
    const state =
      endedAt !== null
        ? "ended"
        : maxUses !== null && used >= maxUses
          ? "usedUp"
          : (startsAt !== null && now < startsAt) || (endsAt !== null && now >= endsAt)
            ? "over"
            : "on";
    return {
      code,
      state,
      used,
      maxUses,
      perPerson,
      firstOnly,
      percent: discount.percent,
      amountCents: discount.amountCents,
      products: videoIds.length,
      ...showSpan({ startsAt, endsAt }, locale),
    };
  });
}

/** Returns the first and the last day of a coupon as they are shown. */
export function showSpan(
  { startsAt, endsAt }: { startsAt: Date | null; endsAt: Date | null },
  locale?: Locale,
): Pick<ListedCoupon, "from" | "until"> {
  return {
    from: startsAt && formatDay(startsAt, locale),
    // The day before the first moment at which it is no longer valid.
    until: endsAt && formatDay(new Date(endsAt.getTime() - 1), locale),
  };
}
