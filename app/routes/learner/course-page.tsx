import { type LoaderFunctionArgs, type MetaFunction, redirect } from "@remix-run/node";
import { Link, useLoaderData } from "@remix-run/react";
import { brandName } from "~/brand";
import { ShopFooter } from "~/features/accounts/terms/shop-footer";
import { formatMoney } from "~/features/base/money/money";
import { usePurchaseNews } from "~/features/orders/checkout/use-purchase-news";
import { couponParameter } from "~/features/orders/coupons/coupon-code";
import { showCoupon } from "~/features/orders/coupons/show-coupon.server";
import { findWatchAccess } from "~/features/playback/access/find-watch-access.server";
import { RelatedShelves } from "~/features/shop/catalog/related-shelves";
import { ShopHeader } from "~/features/shop/catalog/shop-header";
import { showRelated } from "~/features/shop/catalog/show-related.server";
import { CourseTexts } from "~/features/shop/course-page/course-texts";
import { CreditNote } from "~/features/shop/course-page/credit-note";
import { LessonSections } from "~/features/shop/course-page/lesson-sections";
import { showSections } from "~/features/shop/course-page/show-course.server";
import { showCredit } from "~/features/shop/course-page/show-credit.server";
import { WordCourse } from "~/features/shop/course-page/word-course";
import { PeopleSections } from "~/features/shop/creators/people-sections";
import { showPeople } from "~/features/shop/creators/show-people.server";
import { Description } from "~/features/shop/sales-page/description";
import { LearningPoints } from "~/features/shop/sales-page/learning-points";
import { PageSection } from "~/features/shop/sales-page/page-section";
import { PreviewFrame } from "~/features/shop/sales-page/preview-frame";
import { PriceBar } from "~/features/shop/sales-page/price-bar";
import { PriceBox } from "~/features/shop/sales-page/price-box";
import { PurchaseQuestion, PurchaseQuestions } from "~/features/shop/sales-page/purchase-questions";
import { findSalesPageVideo } from "~/features/shop/sales-page/sales-page-video.queries.server";
import { sayCoupon } from "~/features/shop/sales-page/say-coupon.server";
import { sayPriceRise } from "~/features/shop/sales-page/say-price-rise.server";
import { TitleLine } from "~/features/shop/sales-page/title-line";
import { VideoAction } from "~/features/shop/sales-page/video-action";
import { VideoFacts } from "~/features/shop/sales-page/video-facts";
import { SearchBelow } from "~/features/shop/search/header-search";
import { salesPageMeta } from "~/features/shop/sharing/sales-page-meta.server";
import { videoPicturePath } from "~/features/shop/sharing/share-picture-path.server";
import { findAddressedId, leadsTo } from "~/features/videos/listing/addressed-video.queries.server";
import { nameLanguage } from "~/features/videos/listing/spoken-language";
import { parseVideoAddress, videoPath } from "~/features/videos/listing/video-address";
import { describePreview, showPreview } from "~/features/videos/previews/shown-preview";
import { ShopTexts } from "~/i18n/shop-texts";
import { useLinkTo, useLocale, useText } from "~/i18n/use-locale";
import { supportOf } from "~/platform/company";
import { currentViewer } from "~/platform/context.server";
import { goTo } from "~/platform/responses.server";
import { pageLanguage } from "~/public-page-meta";
import { Badge } from "~/ui/badge";
import { Icon } from "~/ui/icons";
import { Container } from "~/ui/page-frame/container";

export const meta: MetaFunction<typeof loader> = ({ data }) => data?.head ?? [];

/** The public page of a course. A single video has its page at `/videos/`. */
export async function loader({ request, context, params }: LoaderFunctionArgs) {
  const address = parseVideoAddress(params.videoId);
  const { db } = context.services;
  const url = new URL(request.url);
  const { locale, ...language } = pageLanguage(url);
  const [row, viewer] = await Promise.all([
    address ? findSalesPageVideo(db, address, locale) : undefined,
    currentViewer(context, request),
  ]);
  if (!row) {
    // Taken out of the shop: who bought it, or whose payment is on its way, has the watch page.
    const courseId = viewer && address ? await findAddressedId(db, address) : undefined;
    const { access } =
      viewer && courseId ? await findWatchAccess(db, viewer, courseId) : { access: "notFound" };
    if (access === "bought" || access === "processing")
      throw await goTo(`/watch/${courseId}`, { request, context });
    throw new Response(null, { status: 404 });
  }
  const path = videoPath(row);
  if (row.lesson_count === null) throw redirect(`/videos/${row.id}${url.search}`, 301);
  if (url.pathname !== path && (await leadsTo(db, path, row))) throw redirect(path + url.search, 301);
  const typedCoupon = url.searchParams.get(couponParameter);
  const credit = await showCredit(db, row, viewer);
  const priceCents = credit ? credit.restCents : row.price_cents;
  const [people, { shown, others }, withCoupon, sections] = await Promise.all([
    showPeople(db, row, { viewer, locale }),
    showRelated(context.services, viewer, row, locale),
    showCoupon(
      db,
      typedCoupon,
      { ...row, price_cents: priceCents },
      { viewer, now: context.services.clock() },
    ),
    showSections(db, row.id, viewer),
  ]);
  const { id, title, description, price_cents, currency, thumbnail_url, creator_name, lesson_count } = row;
  const { duration_seconds, published_at, spoken_language } = row;
  const video = {
    ...{ id, title, description, price_cents, currency, thumbnail_url, creator_name, lesson_count },
    ...{ review_count: row.review_count, rating_total: row.rating_total },
  };
  const { APP_URL: appUrl } = context.services.env;
  const preview = showPreview(row);
  const { topic_slug: slug, topic_name: name } = row;
  const topic = slug && name ? { slug, name } : undefined;
  return {
    head: salesPageMeta({
      ...{ locale, ...language, appUrl, siteName: brandName, topic },
      video: { ...video, creator_handle: people.creator?.handle },
      picturePath: videoPicturePath(row),
      preview: preview && describePreview(preview, published_at),
      spokenLanguage: spoken_language ?? undefined,
      wholeSeconds: duration_seconds ?? undefined,
    }),
    video: {
      ...video,
      price_cents: withCoupon?.priceCents ?? priceCents,
      coupon: withCoupon?.coupon.ok ? withCoupon.coupon.code : undefined,
    },
    coupon: withCoupon && sayCoupon(withCoupon, locale),
    rise: sayPriceRise(url, { cents: withCoupon?.priceCents ?? priceCents, currency }, locale),
    topic,
    about: {
      outcomes: row.outcomes,
      captions: null,
      language: spoken_language ? nameLanguage(spoken_language, locale) : undefined,
      seconds: duration_seconds,
      publishedAt: published_at,
      updatedAt: row.content_updated_at,
    },
    ...{ preview, shown, sections, appUrl, people, others },
    credit: shown.step === "buy" ? credit : undefined,
    help: supportOf(context.services.env),
  };
}

export default function CoursePage() {
  return (
    <ShopTexts>
      <CourseTexts>
        <div className="flex min-h-dvh flex-col">
          <ShopHeader search />
          <Worded />
          <SearchBelow />
          <ShopFooter />
        </div>
      </CourseTexts>
    </ShopTexts>
  );
}

/** With credit for lessons, the button carries what is left to pay. */
function Worded() {
  const { video, credit } = useLoaderData<typeof loader>();
  const t = useText();
  const locale = useLocale();
  const price = formatMoney(video.price_cents, video.currency, locale);
  const buy = credit && t("coursePage.buyFor", { price });
  return (
    <WordCourse buy={buy}>
      <Content />
    </WordCourse>
  );
}

/** As the page of a single video, with the lessons. */
function Content() {
  const {
    video,
    coupon,
    rise,
    topic,
    about,
    preview,
    shown,
    sections,
    help,
    appUrl,
    people,
    others,
    credit,
  } = useLoaderData<typeof loader>();
  const t = useText();
  const linkTo = useLinkTo();
  const locale = useLocale();
  usePurchaseNews({ whenSeen: shown.step === "buy" || shown.step === "paying" });
  const sells = shown.step === "buy" || shown.step === "login";
  const price = formatMoney(video.price_cents, video.currency, locale);
  const ownsAll = shown.step === "bought" || shown.step === "own";
  return (
    <main id="main">
      <Container className="pt-4 pb-12 sm:pt-8 lg:pb-20">
        <div className="grid gap-x-14 gap-y-8 lg:grid-cols-[minmax(0,1fr)_23rem]">
          <div>
            <nav aria-label={t("salesPage.breadcrumb")} className="mb-2 flex flex-wrap gap-x-2 text-sm">
              <Link {...linkTo("/marketplace")} className={crumb}>
                {t("salesPage.videos")}
              </Link>
              {topic && (
                <>
                  <span aria-hidden="true" className="self-center text-ink-faint">
                    /
                  </span>
                  <Link {...linkTo(`/marketplace?topic=${topic.slug}`)} className={crumb}>
                    {topic.name}
                  </Link>
                </>
              )}
            </nav>
            <Badge tone="brand" className="mb-2">
              <Icon name="menu" className="size-4" />
              {t("coursePage.course")}
            </Badge>
            <h1
              className={
                video.title.length > longTitle
                  ? "text-2xl sm:text-3xl lg:text-4xl"
                  : "text-[2.125rem] leading-[1.06] sm:text-5xl lg:text-[3.5rem]"
              }
            >
              {video.title}
            </h1>
            <TitleLine video={video} creator={people.creator} />
            <PreviewFrame
              thumbnailUrl={video.thumbnail_url}
              preview={preview}
              endText={sells ? t("salesPage.ended", { price }) : t("salesPage.endedOwned")}
              endAction={<VideoAction video={video} shown={shown} />}
            />
          </div>
          <aside
            aria-label={t("salesPage.buying")}
            className="lg:sticky lg:top-24 lg:col-start-2 lg:row-span-2 lg:row-start-1 lg:mt-12 lg:self-start"
          >
            {credit && (
              <div className="mb-6 lg:hidden">
                <CreditNote credit={credit} currency={video.currency} />
              </div>
            )}
            <PriceBox
              {...{ video, shown, coupon, rise, about, help, appUrl }}
              doubt={undefined}
              files={undefined}
              listPriceCents={credit?.listPriceCents}
              note={credit && <CreditNote credit={credit} currency={video.currency} />}
            />
          </aside>
          <div className="min-w-0 space-y-12 lg:space-y-14">
            <LearningPoints outcomes={about.outcomes} />
            <LessonSections courseId={video.id} sections={sections} ownsAll={ownsAll} />
            <PageSection title={t("salesPage.about")}>
              <Description text={video.description} />
              <VideoFacts {...about} />
            </PageSection>
            <PeopleSections {...people} />
            {sells && (
              <PurchaseQuestions priceCents={video.price_cents} currency={video.currency}>
                <PurchaseQuestion
                  question={t("coursePage.askOwned")}
                  answer={t("coursePage.askOwnedAnswer")}
                />
              </PurchaseQuestions>
            )}
          </div>
        </div>
        <RelatedShelves creatorName={video.creator_name} videos={others} />
      </Container>
      <PriceBar video={video} shown={shown} coupon={coupon} />
    </main>
  );
}

/** A longer title is set smaller, so that the picture stays in the first view of a phone. */
const longTitle = 80;

const crumb =
  "inline-flex min-h-11 min-w-11 items-center text-ink-soft underline underline-offset-4 hover:text-ink";
