import { randomUUID } from "node:crypto";
import { prepareBuyer } from "~/features/base/accounts/accounts.queries.server";
import { postMail } from "~/features/base/mail/post-mail.server";
import { type SaleSplit, splitSale } from "~/features/base/money/platform-share";
import { type ClaimedCoupon, claimCoupon } from "~/features/orders/coupons/claim-coupon.server";
import { insertSaleCoupon, returnCouponUse } from "~/features/orders/coupons/coupons.queries.server";
import {
  type FreeReason,
  insertFreeAccess,
  takesTooManyFree,
} from "~/features/orders/coupons/free-access.queries.server";
import { type GiftTerms, insertGift, isSameGift } from "~/features/orders/gifts/gifts.queries.server";
import {
  hasCredits,
  insertCredits,
  listCredits,
  listOverlappingSales,
} from "~/features/orders/settlement/course-credits.queries.server";
import { type Credit, decideCoursePrice, sumCredits } from "~/features/orders/settlement/course-price";
import { unpaidReminderMs } from "~/features/orders/settlement/sale-notices.server";
import { listPendingCheckouts } from "~/features/orders/settlement/settlement.queries.server";
import { findSellingCoursePath } from "~/features/videos/courses/course-lessons.queries.server";
import { findAccess } from "~/features/videos/listing/access-grants.queries.server";
import type { Locale } from "~/i18n/languages";
import type { Currency } from "~/i18n/money";
import { PaymentsRefused, PaymentsUnavailable } from "~/integrations/payments/payments-errors";
import type { Db } from "~/platform/db.server";
import { addJob } from "~/platform/jobs/jobs.queries.server";
import type { Services } from "~/platform/services";
import { checkoutMinutes, isCheckoutCurrent } from "./checkout-reuse";
import { refusePurchase } from "./holding";
import { readHolding } from "./holdings.queries.server";
import { type Buyer, endPendingSale, openCheckout } from "./open-checkout.server";
import {
  findOrInsertPendingSale,
  lockShopVideo,
  type NewSale,
  opensTooManyCheckouts,
  type PendingSale,
} from "./pending-sale.queries.server";
import type { RefusalName } from "./refusals";

/** Tries to begin a purchase whose sale another request settles or fails at the same moment. */
const maxTries = 6;

/** `priceRose` and `coupon` carry more data, below. */
type BuyRefusal = Exclude<RefusalName, "priceRose" | "coupon">;

export type PurchaseResult =
  /** `free`: nothing to pay. The buyer has access, and the address is the path of its watch page. */
  | { ok: true; checkoutUrl: string; free?: true }
  | { ok: false; error: BuyRefusal }
  /** The video costs more than the page showed. `priceCents`: its price now. */
  | { ok: false; error: "priceRose"; priceCents: number; currency: Currency }
  /** The coupon is not valid for this purchase. */
  | { ok: false; error: "coupon"; title: string };

type Needs = Pick<Services, "db" | "payments" | "clock" | "env" | "log">;

interface BuyOptions {
  /** The price that the page showed, in cents; undefined if the request does not say. */
  shownPriceCents?: number | undefined;
  /** A code; ignored for a gift. */
  coupon?: string | undefined;
  gift?: GiftTerms | undefined;
}

/**
 * Begins the purchase of a video at its current price, or of a course at the rest of its price. A person has at most
 * one open checkout per video, with concurrent requests too, and none of a lesson beside one of its course. An open
 * checkout of another price or title is expired at the provider first. A free video, a coupon that reduces the price to
 * zero, and lessons that have paid for their course give access at once. Throws PaymentsUnavailable when the provider
 * is away, or when other requests kept settling the sale; the next attempt continues with the stored sale.
 */
export async function buyVideo(
  services: Needs,
  buyer: Buyer,
  videoId: string,
  locale: Locale,
  { shownPriceCents, coupon, gift }: BuyOptions = {},
): Promise<PurchaseResult> {
  const startedAt = services.clock();
  for (let tries = 0; tries < maxTries; tries += 1) {
    const now = services.clock();
    const start = await services.db
      .transaction()
      .execute((trx) =>
        beginSale(trx, { buyer, videoId, shownPriceCents, coupon, gift, locale, startedAt }, now),
      );
    if (!start.ok) return start;
    if (start.free) return { ok: true, checkoutUrl: `/watch/${videoId}`, free: true };
    if ("ends" in start) {
      for (const sale of start.ends) await endPendingSale(services, sale, now);
      continue;
    }
    const { video, sale } = start;
    if (!sale) {
      const purchase = { consumerId: buyer.userId, videoId };
      if (await opensTooManyCheckouts(services.db, purchase, now)) return refused("tooManyCheckouts");
      // Another request began or settled it at the same moment: try again.
      continue;
    }
    if (!isCheckoutCurrent(sale, video, now) || !(await isSameKind(services.db, sale, gift))) {
      await endPendingSale(services, sale, now);
      continue;
    }
    try {
      const checkoutUrl = await openCheckout(services, { buyer, sale, video, locale });
      if (checkoutUrl) return { ok: true, checkoutUrl };
    } catch (error) {
      if (!(error instanceof PaymentsRefused)) throw error;
      // Such as where no payment method for this price is enabled.
      services.log.error({ err: error, videoId }, "the provider refused to open a checkout");
      return { ok: false, error: "notPayable" };
    }
  }
  const cause = new Error(`no pending sale was left to pay in ${maxTries} tries`);
  throw new PaymentsUnavailable("inProgress", { cause });
}

interface PurchaseRequest extends BuyOptions {
  buyer: Buyer;
  videoId: string;
  locale: Locale;
  /** When the request began: a purchase of a lesson or course that began later takes precedence. */
  startedAt: Date;
}

/** Returns whether a pending sale is the requested gift, or no gift if none was requested. */
async function isSameKind(db: Db, sale: PendingSale, gift: GiftTerms | undefined): Promise<boolean> {
  if (!gift || !sale.is_gift) return !gift && !sale.is_gift;
  return sale.isNew || isSameGift(db, sale.id, gift);
}

type LockedVideo = NonNullable<Awaited<ReturnType<typeof lockShopVideo>>>;

type Refused = Extract<PurchaseResult, { ok: false }>;

type SaleStart =
  | Refused
  | { ok: true; free: true }
  /** Purchases to end first. */
  | { ok: true; free: false; ends: readonly { id: string; provider_checkout_id: string | null }[] }
  /** `sale`: undefined above the ceiling, or if another request settled it meanwhile. `video`: at the sale's price. */
  | { ok: true; free: false; sale: PendingSale | undefined; video: LockedVideo };

const refused = (error: BuyRefusal): Refused => ({ ok: false, error });

/** Locks the video, so that it cannot leave the shop or change meanwhile. */
async function beginSale(trx: Db, request: PurchaseRequest, now: Date): Promise<SaleStart> {
  const { buyer, videoId, gift, locale } = request;
  // The account may have been erased since authentication.
  const video = await lockShopVideo(trx, { videoId, buyerId: buyer.userId, now });
  if (!video) return refused((await findSellingCoursePath(trx, videoId)) ? "onlyInCourse" : "notFound");
  const refusal = refusePurchase(readHolding(buyer.userId, video), {
    isGift: gift !== undefined,
    isFree: video.price_cents === 0,
  });
  if (refusal) return refused(refusal);
  const isOpen = video.is_open;
  // No lock with an open sale, so that repeated requests need not wait for each other.
  await prepareBuyer(trx, buyer, { locale, locks: !isOpen });
  if (!isOpen && video.exceeds_ceiling) return refused("tooManyCheckouts");
  const overlap = video.overlaps && !gift ? await findOverlap(trx, request) : undefined;
  if (overlap) return overlap;
  // A free video needs no coupon, which keeps its use.
  if (video.price_cents === 0) return takeFree(trx, { buyer, videoId, why: "free" }, now);
  const credits = isCourse(video) && !gift ? await listCredits(trx, courseOf(request)) : [];
  const listCents = decideCoursePrice(video.price_cents, credits);
  if (listCents === 0)
    return takeFree(trx, { buyer, videoId, why: { creditCents: sumCredits(credits) } }, now);
  const price = await priceWithCoupon(trx, { request, video, listCents }, now);
  if (!price.ok) return price;
  if (price.coupon && !price.coupon.split)
    return takeByCoupon(trx, { request, video, credits, ...price }, now);
  return storeSale(trx, { request, video, credits, ...price }, now);
}

const isCourse = ({ lesson_count }: LockedVideo) => lesson_count !== null;
const courseOf = ({ buyer, videoId }: PurchaseRequest) => ({ buyerId: buyer.userId, courseId: videoId });

/** Finds the buyer's purchases of a course beside its lesson, or of lessons beside their course. */
async function findOverlap(
  trx: Db,
  { buyer, videoId, startedAt }: PurchaseRequest,
): Promise<SaleStart | undefined> {
  // Read again: the lock may have waited for a payment of the course.
  if (await findAccess(trx, { userId: buyer.userId, productId: videoId })) return refused("alreadyBought");
  const open = await listOverlappingSales(trx, { buyerId: buyer.userId, videoId });
  if (open.some(({ status, created_at }) => status === "processing" || created_at > startedAt))
    return refused("lessonProcessing");
  return open.length > 0 ? { ok: true, free: false, ends: open } : undefined;
}

interface Price {
  /** After credits and before the coupon, in cents. */
  listCents: number;
  /** Paid, in cents. */
  cents: number;
  coupon: ClaimedCoupon | undefined;
}

/** Claims the coupon's use, unless the page showed a lower price. */
async function priceWithCoupon(
  trx: Db,
  { request, video, listCents }: { request: PurchaseRequest; video: LockedVideo; listCents: number },
  now: Date,
): Promise<({ ok: true } & Price) | Refused> {
  const { buyer, coupon: code, gift, shownPriceCents } = request;
  const product = { ...video, price_cents: listCents };
  const claim =
    code && !gift ? await claimCoupon(trx, { code, userId: buyer.userId, video: product }, now) : undefined;
  if (claim?.ok === false) return { ok: false, error: "coupon", title: video.title };
  const coupon = claim?.claimed;
  const cents = coupon?.priceCents ?? listCents;
  if (shownPriceCents === undefined || cents <= shownPriceCents)
    return { ok: true, listCents, cents, coupon };
  if (coupon?.taken) await returnCouponUse(trx, coupon.couponId);
  return { ok: false, error: "priceRose", priceCents: cents, currency: video.currency };
}

interface Priced extends Price {
  request: PurchaseRequest;
  video: LockedVideo;
  credits: readonly Credit[];
}

async function takeByCoupon(
  trx: Db,
  { request: { buyer, videoId }, video, credits, coupon }: Priced,
  now: Date,
): Promise<SaleStart> {
  if (!coupon) throw new Error("no coupon was claimed");
  // The trigger of the free access takes the use.
  await returnCouponUse(trx, coupon.couponId);
  // A coupon may make the whole price free, but not the rest that lesson credits leave.
  if (credits.length > 0) return { ok: false, error: "coupon", title: video.title };
  return takeFree(trx, { buyer, videoId, why: { couponId: coupon.couponId } }, now);
}

function toNewSale(
  {
    request,
    video,
    cents,
    split,
  }: { request: PurchaseRequest; video: LockedVideo; cents: number; split: SaleSplit },
  now: Date,
): NewSale {
  return {
    ...split,
    id: randomUUID(),
    videoId: video.id,
    consumerId: request.buyer.userId,
    amountCents: cents,
    currency: video.currency,
    title: video.title,
    isGift: request.gift !== undefined,
    // The provider's times are in seconds.
    checkoutExpiresAt: new Date(Math.floor(now.getTime() / 1000) * 1000 + checkoutMinutes * 60_000),
    now,
  };
}

async function storeSale(
  trx: Db,
  { request, video, credits, listCents, cents, coupon }: Priced,
  now: Date,
): Promise<SaleStart> {
  const { buyer, videoId, gift, locale } = request;
  const split = coupon?.split ?? splitSale(cents, video.share_bp);
  const sale = await findOrInsertPendingSale(trx, toNewSale({ request, video, cents, split }, now));
  if (sale?.isNew) {
    const coupled = { saleId: sale.id, consumerId: buyer.userId, code: request.coupon ?? "" };
    if (coupon?.taken)
      await insertSaleCoupon(trx, { ...coupled, couponId: coupon.couponId, listPriceCents: listCents });
    await insertCredits(trx, { saleId: sale.id, credits });
    if (gift) await insertGift(trx, { ...gift, saleId: sale.id, locale });
  } else {
    if (coupon?.taken) await returnCouponUse(trx, coupon.couponId);
    // Begun when other lessons were paid.
    if (sale && isCourse(video) && !(await hasCredits(trx, { saleId: sale.id, credits })))
      return { ok: true, free: false, ends: [sale] };
  }
  if (sale && !gift) await remindOfPayment(trx, { buyer, videoId, saleId: sale.id }, now);
  return { ok: true, free: false, sale, video: { ...video, price_cents: cents } };
}

/** Grants free access and posts its mail. An open checkout of the video is expired. */
async function takeFree(
  trx: Db,
  { buyer, videoId, why }: { buyer: Buyer; videoId: string; why: FreeReason },
  now: Date,
): Promise<SaleStart> {
  if (await takesTooManyFree(trx, buyer.userId, now)) return refused("tooManyFree");
  // Of two simultaneous requests the second waited for the first.
  if (await findAccess(trx, { userId: buyer.userId, productId: videoId })) return refused("alreadyBought");
  const accessId = await insertFreeAccess(trx, { userId: buyer.userId, productId: videoId, why, now });
  await postMail(trx, {
    kind: "freeAccess",
    key: `freeAccess:${accessId}`,
    to: { userId: buyer.userId },
    facts: { accessId },
  });
  const open = await listPendingCheckouts(trx, { consumer_id: buyer.userId, video_id: videoId });
  for (const checkoutId of open)
    await addJob(trx, "end-checkout", { checkoutId }, { key: `end:${checkoutId}` });
  return { ok: true, free: true };
}

/** Posts the reminder once per person and video; sending skips it if the video was bought. */
async function remindOfPayment(
  trx: Db,
  { buyer, videoId, saleId }: { buyer: Buyer; videoId: string; saleId: string },
  now: Date,
): Promise<void> {
  await postMail(trx, {
    kind: "leftWithoutPaying",
    key: `leftWithoutPaying:${buyer.userId}:${videoId}`,
    to: { userId: buyer.userId },
    saleId,
    sendAt: new Date(now.getTime() + unpaidReminderMs),
  });
}
