import { brandName } from "~/brand";
import { showCoupon } from "~/features/orders/coupons/claim-coupon.server";
import type { CouponResult } from "~/features/orders/coupons/coupon-rules";
import { couponParameter } from "~/features/orders/coupons/coupon-rules";
import { findWatchAccess } from "~/features/playback/access/find-watch-access.server";
import { showRelated } from "~/features/shop/catalog/show-related.server";
import { showPeople } from "~/features/shop/creators/show-creator.server";
import { asksOnSalesPage } from "~/features/shop/reviews/questions-view";
import { showQuestions } from "~/features/shop/reviews/show-questions.server";
import { videoPicturePath } from "~/features/shop/sharing/draw-share-picture.server";
import type { pageLanguage } from "~/features/shop/sharing/open-graph";
import { salesPageMeta } from "~/features/shop/sharing/page-meta.server";
import { findSellingCoursePath } from "~/features/videos/courses/course-lessons.queries.server";
import { nameCaptions } from "~/features/videos/lesson-files/make-captions.server";
import { findAddressedId, leadsTo } from "~/features/videos/listing/listing.queries.server";
import { nameLanguage } from "~/features/videos/listing/spoken-language";
import { parseVideoAddress, videoPath } from "~/features/videos/listing/video-address";
import { describePreview, showPreview } from "~/features/videos/media/preview-columns";
import { serverTexts } from "~/i18n/i18next.server";
import type { Locale } from "~/i18n/languages";
import { supportOf } from "~/platform/company";
import type { Db } from "~/platform/db.server";
import type { Services } from "~/platform/services";
import type { Viewer } from "~/platform/session/session.queries.server";
import { describeHolding, describePriceRise } from "./describe-holding.server";
import { findSalesPageVideo, type SalesPageVideo } from "./sales-page-video.queries.server";

/**
 * Returns what the page of a video or a course shows, and its head for search engines. The head has the price without
 * coupon and credit. `page.priceCents`: the price for this viewer, without a coupon.
 */
export async function showSalesPage(
  { db, clock, env }: Pick<Services, "db" | "clock" | "env">,
  row: SalesPageVideo,
  page: {
    url: URL;
    viewer: Viewer | undefined;
    language: ReturnType<typeof pageLanguage>;
    priceCents: number;
  },
) {
  const { viewer, language, url } = page;
  const { locale } = language;
  const typedCoupon = url.searchParams.get(couponParameter);
  const product = { ...row, price_cents: page.priceCents };
  const now = clock();
  const viewerId = viewer?.userId ?? null;
  const role = !viewer ? "anonymous" : viewerId === row.creator_id ? "owner" : "visitor";
  const [people, { holding, shown, others }, withCoupon, asks] = await Promise.all([
    showPeople(db, row, { viewer, locale }),
    showRelated({ db, clock }, viewer, row, locale),
    showCoupon(db, typedCoupon, product, { viewer, now }),
    showQuestions(db, {
      videoId: row.id,
      beforePurchase: true,
      viewing: { viewerId, role },
      locale,
      limit: asksOnSalesPage,
      now,
    }),
  ]);
  const priceCents = withCoupon?.priceCents ?? page.priceCents;
  const video = pickVideo(row);
  const preview = showPreview(row);
  const topic = topicOf(row);
  return {
    head: salesPageMeta({
      ...language,
      appUrl: env.APP_URL,
      siteName: brandName,
      video: { ...video, creator_handle: people.creator?.handle },
      picturePath: videoPicturePath(row),
      preview: preview && describePreview(preview, row.published_at),
      topic,
      spokenLanguage: row.spoken_language ?? undefined,
      wholeSeconds: row.duration_seconds ?? undefined,
    }),
    video: {
      ...video,
      price_cents: priceCents,
      coupon: withCoupon?.coupon.ok ? withCoupon.coupon.code : undefined,
    },
    coupon: withCoupon && describeCoupon(withCoupon, locale),
    free: describeFree(
      {
        priceCents,
        coupon: withCoupon !== undefined,
        lessons: page.priceCents === 0 && row.price_cents > 0,
      },
      locale,
    ),
    notice: describeHolding(holding, { isForSale: true, isFree: priceCents === 0, locale }),
    rise: describePriceRise(url, { cents: priceCents, currency: row.currency }, locale),
    topic,
    about: {
      outcomes: row.outcomes,
      captions: captionsOf(row, locale),
      language: row.spoken_language ? nameLanguage(row.spoken_language, locale) : undefined,
      seconds: row.duration_seconds,
      publishedAt: row.published_at,
      updatedAt: row.content_updated_at,
    },
    preview,
    shown,
    people,
    asks,
    others,
    appUrl: env.APP_URL,
    help: supportOf(env),
  };
}

function pickVideo(row: SalesPageVideo) {
  return {
    id: row.id,
    title: row.title,
    description: row.description,
    price_cents: row.price_cents,
    currency: row.currency,
    thumbnail_url: row.thumbnail_url,
    creator_name: row.creator_name,
    lesson_count: row.lesson_count,
    review_count: row.review_count,
    rating_total: row.rating_total,
  };
}

/** Returns undefined if the topic has no name in this language. */
function topicOf({ topic_slug: slug, topic_name: name }: SalesPageVideo) {
  return slug && name ? { slug, name } : undefined;
}

/** Returns null if the captions are YouTube's: only its player knows them. */
function captionsOf(row: SalesPageVideo, locale: Parameters<typeof nameLanguage>[1]) {
  if (row.lesson_count !== null || row.video_type === "youtube") return null;
  return row.captions.map((captions) => nameCaptions(captions, locale));
}

/** Translated on the server: few pages have a coupon, and no other page loads these texts. */
function describeCoupon({ coupon }: { coupon: CouponResult }, locale: Locale): CouponNotice {
  if (coupon.ok) return coupon;
  const { code, ok, error } = coupon;
  return { code, ok, refusal: serverTexts[locale](`couponRefusals.${error}`) };
}

/** Returns undefined unless the price is zero. `coupon`, `lessons`: what made it zero. */
function describeFree(
  { priceCents, coupon, lessons }: { priceCents: number; coupon: boolean; lessons: boolean },
  locale: Locale,
): FreeNotice | undefined {
  if (priceCents > 0) return undefined;
  const text = serverTexts[locale];
  if (lessons) return { price: text("couponRefusals.paid"), text: text("couponRefusals.paidByLessons") };
  return {
    price: text("couponRefusals.free"),
    text: text(coupon ? "couponRefusals.freeText" : "couponRefusals.freeProduct"),
  };
}

type PageForSale =
  | { kind: "shown"; row: SalesPageVideo; viewer: Viewer | undefined }
  /** The page has another address. */
  | { kind: "moved"; path: string }
  /** Out of the shop; the viewer bought it, or their payment is processing. */
  | { kind: "bought"; path: string }
  /** Sold only in courses. */
  | { kind: "inCourse"; path: string }
  | { kind: "missing" };

/**
 * Finds the product in a sales page's address. `typedAddress`: an id, or a slug with a short id. `sort`: which of the
 * two the route shows; the other one has moved.
 */
export async function findPageForSale(
  db: Db,
  typedAddress: string | undefined,
  sort: "video" | "course",
  page: { url: URL; locale: Locale; viewer: Promise<Viewer | undefined> },
): Promise<PageForSale> {
  const address = parseVideoAddress(typedAddress);
  const [row, viewer] = await Promise.all([
    address ? findSalesPageVideo(db, address, page.locale) : undefined,
    page.viewer,
  ]);
  if (!row) {
    const id = address && (await findAddressedId(db, address));
    if (!id) return { kind: "missing" };
    const { access } = viewer ? await findWatchAccess(db, viewer, id) : { access: "notFound" };
    if (access === "bought" || access === "processing") return { kind: "bought", path: `/watch/${id}` };
    const course = await findSellingCoursePath(db, id);
    return course ? { kind: "inCourse", path: course + page.url.search } : { kind: "missing" };
  }
  const isCourse = row.lesson_count !== null;
  const { pathname, search } = page.url;
  if (isCourse !== (sort === "course"))
    return { kind: "moved", path: `/${isCourse ? "courses" : "videos"}/${row.id}${search}` };
  const path = videoPath(row);
  if (pathname !== path && (await leadsTo(db, path, row))) return { kind: "moved", path: path + search };
  return { kind: "shown", row, viewer };
}

/** The reason, in the page's language, if the coupon of the address is refused. */
export type CouponNotice = Extract<CouponResult, { ok: true }> | { code: string; ok: false; refusal: string };

/** Texts in place of a price of zero, and below it. */
export interface FreeNotice {
  price: string;
  text: string;
}
