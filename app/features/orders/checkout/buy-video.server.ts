import { prepareBuyer } from "~/features/accounts/accounts/accounts.queries.server";
import type { Currency } from "~/features/base/money/currency";
import { splitSale } from "~/features/base/money/platform-share";
import { postMailLater } from "~/features/mail/outbox/post-mail.server";
import { claimCoupon } from "~/features/orders/coupons/claim-coupon.server";
import { insertSaleCoupon, returnCouponUse } from "~/features/orders/coupons/coupons.queries.server";
import {
  type FreeReason,
  insertFreeAccess,
  takesTooManyFree,
} from "~/features/orders/coupons/free-access.queries.server";
import {
  hasCredits,
  insertCredits,
  listCredits,
  listOverlappingSales,
} from "~/features/orders/course-credits/course-credits.queries.server";
import { decideCoursePrice, sumCredits } from "~/features/orders/course-credits/course-price";
import { type GiftTerms, insertGift, isSameGift } from "~/features/orders/gifts/gifts.queries.server";
import { listPendingCheckouts } from "~/features/orders/settlement/settlement.queries.server";
import { findSellingCoursePath } from "~/features/videos/courses/selling-course.queries.server";
import { findAccess } from "~/features/videos/grants/access-grants.queries.server";
import type { Locale } from "~/i18n/languages";
import { PaymentsRefused, PaymentsUnavailable } from "~/integrations/payments/payments-errors";
import type { Db } from "~/platform/db.server";
import { addJob } from "~/platform/jobs.queries.server";
import type { Services } from "~/platform/services";
import type { BuyRefusal } from "./buy-refusals";
import { opensTooManyCheckouts } from "./checkout-ceiling.queries.server";
import { isCheckoutCurrent } from "./checkout-reuse";
import { findStanding } from "./current-sales.queries.server";
import { endPendingSale } from "./end-checkout.server";
import { type Buyer, openCheckout } from "./open-checkout.server";
import { findOrInsertPendingSale, lockShopVideo, type PendingSale } from "./pending-sale.queries.server";

/** How long a checkout stays open, in minutes: the provider allows 30 minutes to 24 hours. */
const checkoutMinutes = 60;

/** How often a purchase is begun again because another request settled or gave up its sale at the same moment. */
const maxTries = 6;

export type Bought =
  /**
   * `free`: the video is free, a coupon makes it so, or its lessons have paid for the course. The buyer has access, and
   * the address is the path of its watch page.
   */
  | { ok: true; checkoutUrl: string; free?: true }
  | { ok: false; error: BuyRefusal }
  /** The video costs more than the page showed: nothing was begun. `priceCents` is its price now. */
  | { ok: false; error: "priceRose"; priceCents: number; currency: Currency }
  /** The coupon is not valid for this purchase: nothing was begun. */
  | { ok: false; error: "coupon"; title: string };

type Needs = Pick<Services, "db" | "payments" | "clock" | "env" | "log">;

interface BuyOptions {
  /** The price on the page from which the purchase was begun, in cents; undefined where the request does not say. */
  shownPriceCents?: number | undefined;
  /** The code of a coupon; a gift takes none. */
  coupon?: string | undefined;
  /** The purchase is a gift: the buyer gets no access. */
  gift?: GiftTerms | undefined;
}

/**
 * Begins the purchase of a video at its current price, or of a course at the rest of its price. A person has at most
 * one open checkout per video, with concurrent requests too, and none of a lesson beside one of its course.
 * An open checkout of another price or title is expired at the provider first. Amount, currency and video are frozen
 * on the sale.
 * Returns the address to pay at, or the reason of a refusal. A free video, a coupon that reduces the price to zero, and
 * lessons that have paid for their course give access at once. Throws PaymentsUnavailable when the provider is away, or
 * when the sale kept being settled by other requests; the next attempt continues with the stored sale.
 */
export async function buyVideo(
  services: Needs,
  buyer: Buyer,
  videoId: string,
  locale: Locale,
  { shownPriceCents, coupon, gift }: BuyOptions = {},
): Promise<Bought> {
  const startedAt = services.clock();
  for (let tries = 0; tries < maxTries; tries += 1) {
    const now = services.clock();
    const begun = await services.db
      .transaction()
      .execute((trx) =>
        beginSale(trx, { buyer, videoId, shownPriceCents, coupon, gift, locale, startedAt }, now),
      );
    if (!begun.ok) return begun;
    if (begun.free) return { ok: true, checkoutUrl: `/watch/${videoId}`, free: true };
    if ("ends" in begun && begun.ends) {
      for (const sale of begun.ends) await endPendingSale(services, sale, now);
      continue;
    }
    const { sale, video } = begun;
    // Another request settled it at the same moment: look again.
    if (!sale) continue;
    if (!isCheckoutCurrent(sale, video, now) || !(await isSameKind(services.db, sale, gift))) {
      await endPendingSale(services, sale, now);
      continue;
    }
    try {
      const checkoutUrl = await openCheckout(services, { buyer, sale, video, locale });
      if (checkoutUrl) return { ok: true, checkoutUrl };
    } catch (error) {
      if (!(error instanceof PaymentsRefused)) throw error;
      // Such as where no way to pay for this price is switched on.
      services.log.error({ err: error, videoId }, "the provider refused to open a checkout");
      return { ok: false, error: "notPayable" };
    }
  }
  const cause = new Error(`no pending sale was left to pay in ${maxTries} tries`);
  throw new PaymentsUnavailable("inProgress", { cause });
}

interface Begin {
  buyer: Buyer;
  videoId: string;
  shownPriceCents: number | undefined;
  coupon: string | undefined;
  gift: GiftTerms | undefined;
  locale: Locale;
  /** When the request began: a purchase of a lesson or course that was begun later takes precedence. */
  startedAt: Date;
}

/** Returns whether a pending sale is the gift that was asked for, or no gift if none was. */
async function isSameKind(db: Db, sale: PendingSale, gift: GiftTerms | undefined): Promise<boolean> {
  if (!gift || !sale.is_gift) return !gift && !sale.is_gift;
  return sale.isNew || isSameGift(db, sale.id, gift);
}

/**
 * Finds or makes the pending sale, with the video locked so that it cannot leave the shop or change meanwhile. `ends`:
 * open purchases to be ended first.
 */
async function beginSale(trx: Db, begin: Begin, now: Date) {
  const { buyer, videoId, shownPriceCents, coupon: code, gift, locale } = begin;
  // The account may have been erased since the request was let in.
  const video = await lockShopVideo(trx, { videoId, buyerId: buyer.userId, now });
  if (!video) {
    const course = await findSellingCoursePath(trx, videoId);
    return { ok: false, error: course ? "onlyInCourse" : "notFound" } as const;
  }
  if (video.creator_id === buyer.userId) return { ok: false, error: "ownVideo" } as const;
  const { granted, statuses } = video;
  const isFree = video.price_cents === 0;
  if (gift && isFree) return { ok: false, error: "notFound" } as const;
  // A gift is for somebody else, whatever its buyer has.
  if (!gift && granted) return { ok: false, error: "alreadyBought" } as const;
  // While a dispute is open the money may still come back here, and with it the access.
  if (!gift && statuses.includes("disputed")) return { ok: false, error: "disputed" } as const;
  if (!gift && statuses.includes("processing")) return { ok: false, error: "paymentProcessing" } as const;
  const isOpen = statuses.includes("pending");
  // With an open sale without the lock, so that repeated requests need not wait for each other.
  await prepareBuyer(trx, buyer, { locale, locks: !isOpen });
  if (!isOpen && (await opensTooManyCheckouts(trx, { consumerId: buyer.userId, videoId }, now)))
    return { ok: false, error: "tooManyCheckouts" } as const;
  const { currency, title } = video;
  const own = { buyerId: buyer.userId, videoId };
  // Read again: the lock may have waited for a payment of the course.
  const overlaps = video.overlaps && !gift;
  if (overlaps && (await findStanding(trx, { consumerId: buyer.userId, videoId })).granted)
    return { ok: false, error: "alreadyBought" } as const;
  const waiting = overlaps ? await listOverlappingSales(trx, own) : [];
  if (waiting.some(({ status, created_at }) => status === "processing" || created_at > begin.startedAt))
    return { ok: false, error: "lessonProcessing" } as const;
  if (waiting.length > 0) return { ok: true, free: false, ends: waiting } as const;
  // A coupon is not asked for, and keeps its use.
  if (isFree) return takeFree(trx, { buyer, videoId, why: "free" }, now);
  const isCourse = video.lesson_count !== null;
  // What the buyer paid for lessons is theirs, and lowers no gift.
  const credits =
    isCourse && !gift ? await listCredits(trx, { buyerId: buyer.userId, courseId: videoId }) : [];
  const listPriceCents = decideCoursePrice(video.price_cents, credits);
  if (listPriceCents === 0)
    return takeFree(trx, { buyer, videoId, why: { creditCents: sumCredits(credits) } }, now);
  const product = { ...video, price_cents: listPriceCents };
  const coupon =
    code && !gift ? await claimCoupon(trx, { code, userId: buyer.userId, video: product }, now) : undefined;
  if (coupon?.ok === false) return { ok: false, error: "coupon", title } as const;
  const claimed = coupon?.claimed;
  const priceCents = claimed?.priceCents ?? listPriceCents;
  if (shownPriceCents !== undefined && priceCents > shownPriceCents) {
    if (claimed?.taken) await returnCouponUse(trx, claimed.couponId);
    return { ok: false, error: "priceRose", priceCents, currency } as const;
  }
  if (claimed && !claimed.split) {
    // The trigger of the free access takes its use.
    await returnCouponUse(trx, claimed.couponId);
    // A coupon may make the whole price free, but not the rest that lesson credits leave.
    if (credits.length > 0) return { ok: false, error: "coupon", title } as const;
    return takeFree(trx, { buyer, videoId, why: { couponId: claimed.couponId } }, now);
  }
  const sale = await findOrInsertPendingSale(trx, {
    videoId,
    consumerId: buyer.userId,
    amountCents: priceCents,
    currency,
    ...(claimed?.split ?? splitSale(priceCents, video.share_bp)),
    title,
    isGift: gift !== undefined,
    // The provider counts in whole seconds.
    checkoutExpiresAt: new Date(Math.floor(now.getTime() / 1000) * 1000 + checkoutMinutes * 60_000),
    now,
  });
  if (claimed?.taken && sale?.isNew) {
    const { couponId } = claimed;
    const frozen = { saleId: sale.id, couponId, consumerId: buyer.userId, code: code ?? "" };
    await insertSaleCoupon(trx, { ...frozen, listPriceCents });
  } else if (claimed?.taken) await returnCouponUse(trx, claimed.couponId);
  if (sale?.isNew) await insertCredits(trx, { saleId: sale.id, credits });
  // Begun when other lessons were paid.
  else if (sale && isCourse && !(await hasCredits(trx, { saleId: sale.id, credits })))
    return { ok: true, free: false, ends: [sale] } as const;
  if (gift && sale?.isNew) await insertGift(trx, { ...gift, saleId: sale.id, locale });
  if (sale && !gift) await remindLater(trx, { buyer, videoId, saleId: sale.id }, now);
  return { ok: true, free: false, sale, video: { ...video, price_cents: priceCents } } as const;
}

/** Grants free access within its ceiling, and posts its mail. An open checkout of the video is expired. */
async function takeFree(
  trx: Db,
  { buyer, videoId, why }: { buyer: Buyer; videoId: string; why: FreeReason },
  now: Date,
) {
  if (await takesTooManyFree(trx, buyer.userId, now)) return { ok: false, error: "tooManyFree" } as const;
  // Of two requests at once the second waited for the first.
  if (await findAccess(trx, { userId: buyer.userId, productId: videoId }))
    return { ok: false, error: "alreadyBought" } as const;
  const accessId = await insertFreeAccess(trx, { userId: buyer.userId, productId: videoId, why, now });
  await postMailLater(trx, {
    kind: "freeAccess",
    key: `freeAccess:${accessId}`,
    to: { userId: buyer.userId },
    facts: { accessId },
  });
  const open = await listPendingCheckouts(trx, { consumer_id: buyer.userId, video_id: videoId });
  for (const checkoutId of open)
    await addJob(trx, "end-checkout", { checkoutId }, { key: `end:${checkoutId}` });
  return { ok: true, free: true } as const;
}

/** Time after which a buyer is reminded of a purchase that was begun and not paid, in milliseconds. */
const reminderMs = 24 * 60 * 60_000;

/** Posts the reminder of an unpaid purchase, once for a person and video; it is skipped where the video was bought. */
async function remindLater(
  trx: Db,
  { buyer, videoId, saleId }: { buyer: Buyer; videoId: string; saleId: string },
  now: Date,
): Promise<void> {
  await postMailLater(trx, {
    kind: "leftWithoutPaying",
    key: `leftWithoutPaying:${buyer.userId}:${videoId}`,
    to: { userId: buyer.userId },
    saleId,
    sendAt: new Date(now.getTime() + reminderMs),
  });
}
