import { formatDay } from "~/features/base/form-fields/dates";
import type { Locale } from "~/i18n/languages";
import type { Db } from "~/platform/db.server";
import type { Cursor } from "~/platform/keyset";
import type { ListedCoupon } from "./coupon-list";
import { listCoupons } from "./coupons.queries.server";

/**
 * Lists a page of the coupons of a creator, or of the platform (`creatorId` null), as their page shows them. `next`:
 * the cursor of the following page.
 */
export async function listShownCoupons(
  db: Db,
  creatorId: string | null,
  { now, after, locale }: { now: Date; after: Cursor | undefined; locale?: Locale },
): Promise<{ coupons: ListedCoupon[]; next: string | undefined }> {
  const page = await listCoupons(db, creatorId, after);
  const coupons = page.coupons.map(
    ({ code, discount, used, maxUses, perPerson, firstOnly, videoIds, ...coupon }): ListedCoupon => {
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
    },
  );
  return { coupons, next: page.next };
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
