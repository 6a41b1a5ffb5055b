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
import { PeopleSections } from "~/features/shop/creators/people-sections";
import { showPeople } from "~/features/shop/creators/show-people.server";
import { Description } from "~/features/shop/sales-page/description";
import { LearningPoints } from "~/features/shop/sales-page/learning-points";
import { PageSection } from "~/features/shop/sales-page/page-section";
import { PreviewFrame } from "~/features/shop/sales-page/preview-frame";
import { PriceBar } from "~/features/shop/sales-page/price-bar";
import { PriceBox } from "~/features/shop/sales-page/price-box";
import { PurchaseQuestions } from "~/features/shop/sales-page/purchase-questions";
import { findSalesPageVideo } from "~/features/shop/sales-page/sales-page-video.queries.server";
import { sayCoupon } from "~/features/shop/sales-page/say-coupon.server";
import { sayCourses } from "~/features/shop/sales-page/say-courses.server";
import { sayPriceRise } from "~/features/shop/sales-page/say-price-rise.server";
import { TitleLine } from "~/features/shop/sales-page/title-line";
import { VideoAction } from "~/features/shop/sales-page/video-action";
import { VideoFacts } from "~/features/shop/sales-page/video-facts";
import { SearchBelow } from "~/features/shop/search/header-search";
import { salesPageMeta } from "~/features/shop/sharing/sales-page-meta.server";
import { videoPicturePath } from "~/features/shop/sharing/share-picture-path.server";
import { sayFiles } from "~/features/videos/attachments/say-files.server";
import { decidePlayingDoubt } from "~/features/videos/conversion/conversion";
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
import { lazyForm } from "~/ui/forms/lazy-form";
import { Container } from "~/ui/page-frame/container";

const FileList = lazyForm(
  "#files",
  async () => (await import("~/features/shop/sales-page/sales-extras")).FileList,
);

export const meta: MetaFunction<typeof loader> = ({ data }) => data?.head ?? [];

/** The public page of a video, for a creator to share (design.md, decision 14). */
export async function loader({ request, context, params }: LoaderFunctionArgs) {
  const address = parseVideoAddress(params.videoId);
  const { db } = context.services;
  const url = new URL(request.url);
  const language = pageLanguage(url);
  const [row, viewer] = await Promise.all([
    address ? findSalesPageVideo(db, address, language.locale) : undefined,
    currentViewer(context, request),
  ]);
  if (!row) {
    // Taken out of the shop: who bought it, or whose payment is on its way, has the watch page.
    const videoId = viewer && address ? await findAddressedId(db, address) : undefined;
    const { access } =
      viewer && videoId ? await findWatchAccess(db, viewer, videoId) : { access: "notFound" };
    if (access === "bought" || access === "processing")
      throw await goTo(`/watch/${videoId}`, { request, context });
    throw new Response(null, { status: 404 });
  }
  const path = videoPath(row);
  if (row.lesson_count !== null) throw redirect(`/courses/${row.id}${url.search}`, 301);
  if (url.pathname !== path && (await leadsTo(db, path, row))) throw redirect(path + url.search, 301);
  const typedCoupon = url.searchParams.get(couponParameter);
  const [people, { shown, others }, withCoupon] = await Promise.all([
    showPeople(db, row, { viewer, locale: language.locale }),
    showRelated(context.services, viewer, row, language.locale),
    showCoupon(db, typedCoupon, row, { viewer, now: context.services.clock() }),
  ]);
  const { id, title, description, price_cents, currency, thumbnail_url, creator_name } = row;
  const { outcomes, duration_seconds, content_updated_at, published_at, spoken_language } = row;
  const video = {
    ...{ id, title, description, price_cents, currency, thumbnail_url, creator_name },
    ...{ review_count: row.review_count, rating_total: row.rating_total },
  };
  const { APP_URL: appUrl } = context.services.env;
  const preview = showPreview(row);
  if (viewer?.userId !== row.creator_id)
    context.visit.noteView({ videoId: id, previewKey: row.preview_key ?? undefined });
  const topic = topicOf(row);
  return {
    head: salesPageMeta({
      ...language,
      appUrl,
      siteName: brandName,
      video: { ...video, creator_handle: people.creator?.handle },
      picturePath: videoPicturePath(row),
      preview: preview && describePreview(preview, published_at),
      topic,
      spokenLanguage: spoken_language ?? undefined,
      wholeSeconds: duration_seconds ?? undefined,
    }),
    // Search engines and chats are told the price without a coupon.
    video: {
      ...video,
      price_cents: withCoupon?.priceCents ?? price_cents,
      coupon: withCoupon?.coupon.ok ? withCoupon.coupon.code : undefined,
    },
    coupon: withCoupon && sayCoupon(withCoupon, language.locale),
    files: sayFiles(row.attachments, language.locale),
    rise: sayPriceRise(url, { cents: withCoupon?.priceCents ?? price_cents, currency }, language.locale),
    topic,
    about: {
      outcomes,
      // YouTube has its own captions, which only its player knows.
      captions:
        row.video_type === "youtube"
          ? null
          : row.caption_languages.map((code) => nameLanguage(code, language.locale)),
      language: spoken_language ? nameLanguage(spoken_language, language.locale) : undefined,
      seconds: duration_seconds,
      publishedAt: published_at,
      updatedAt: content_updated_at,
    },
    preview,
    shown,
    doubt: decidePlayingDoubt(row.conversion),
    appUrl,
    help: supportOf(context.services.env),
    people,
    others,
    inCourses: sayCourses(row.courses, language.locale),
  };
}

type Row = NonNullable<Awaited<ReturnType<typeof findSalesPageVideo>>>;

function topicOf({ topic_slug: slug, topic_name: name }: Row) {
  return slug && name ? { slug, name } : undefined;
}

export default function SalesPage() {
  return (
    <ShopTexts>
      <div className="flex min-h-dvh flex-col">
        <ShopHeader search />
        <Content />
        <SearchBelow />
        <ShopFooter />
      </div>
    </ShopTexts>
  );
}

/** A longer title is set smaller, so that the picture stays in the first view of a phone. */
const longTitle = 80;

/**
 * On a phone: title, preview, promises, then what there is to read; price and button stay at the bottom of the window.
 */
function Content() {
  const {
    video,
    coupon,
    files,
    rise,
    topic,
    about,
    preview,
    shown,
    doubt,
    help,
    appUrl,
    people,
    others,
    inCourses,
  } = useLoaderData<typeof loader>();
  const t = useText();
  const linkTo = useLinkTo();
  const locale = useLocale();
  usePurchaseNews({ whenSeen: shown.step === "buy" || shown.step === "paying" });
  const sells = shown.step === "buy" || shown.step === "login";
  const isFree = video.price_cents === 0;
  const price = formatMoney(video.price_cents, video.currency, locale);
  return (
    <main id="main">
      <Container className="pt-4 pb-12 sm:pt-8 lg:pb-20">
        <div className="grid gap-x-14 gap-y-8 lg:grid-cols-[minmax(0,1fr)_23rem]">
          <div>
            <Breadcrumb topic={topic} />
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
              endText={sells && !isFree ? t("salesPage.ended", { price }) : t("salesPage.endedOwned")}
              endAction={<VideoAction video={video} shown={shown} />}
            />
          </div>
          <aside
            aria-label={t("salesPage.buying")}
            className="lg:sticky lg:top-24 lg:col-start-2 lg:row-span-2 lg:row-start-1 lg:mt-12 lg:self-start"
          >
            <PriceBox {...{ video, shown, doubt, coupon, files, rise, about, help, appUrl }} />
          </aside>
          <div className="min-w-0 space-y-12 lg:space-y-14">
            <LearningPoints outcomes={about.outcomes} />
            {inCourses.map(({ path, text }) => (
              <Link
                key={path}
                {...linkTo(path)}
                className="flex min-h-11 items-center underline underline-offset-4"
              >
                {text}
              </Link>
            ))}
            <PageSection title={t("salesPage.about")}>
              <Description text={video.description} />
              <VideoFacts {...about} />
            </PageSection>
            {files && <FileList files={files} />}
            <PeopleSections {...people} />
            {sells && !isFree && (
              <PurchaseQuestions priceCents={video.price_cents} currency={video.currency} />
            )}
          </div>
        </div>
        <RelatedShelves creatorName={video.creator_name} videos={others} />
      </Container>
      <PriceBar video={video} shown={shown} coupon={coupon} />
    </main>
  );
}

function Breadcrumb({ topic }: { topic: { slug: string; name: string } | undefined }) {
  const t = useText();
  const linkTo = useLinkTo();
  const look =
    "inline-flex min-h-11 min-w-11 items-center text-ink-soft underline underline-offset-4 hover:text-ink";
  return (
    <nav aria-label={t("salesPage.breadcrumb")} className="mb-2 flex flex-wrap gap-x-2 text-sm">
      <Link {...linkTo("/marketplace")} className={look}>
        {t("salesPage.videos")}
      </Link>
      {topic && (
        <>
          <span aria-hidden="true" className="self-center text-ink-faint">
            /
          </span>
          <Link {...linkTo(`/marketplace?topic=${topic.slug}`)} className={look}>
            {topic.name}
          </Link>
        </>
      )}
    </nav>
  );
}
