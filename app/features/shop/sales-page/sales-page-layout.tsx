import type { ComponentProps, ReactNode } from "react";
import { ShopFooter } from "~/features/base/accounts/shop-footer";
import { usePurchaseNews } from "~/features/orders/checkout/use-purchase-news";
import { ShopHeader } from "~/features/shop/catalog/account-links";
import { CardRow, Shelf } from "~/features/shop/catalog/card-row";
import { SearchBelow } from "~/features/shop/catalog/search-field";
import type { ShelfVideo } from "~/features/shop/catalog/video-page";
import { CreatorFiguresLine } from "~/features/shop/creators/creator-figures";
import { creatorPath, type PublicProfile } from "~/features/shop/creators/profile-rules";
import { type QuestionsView, questionsSectionId } from "~/features/shop/reviews/questions-view";
import { ReviewsSection } from "~/features/shop/reviews/reviews-section";
import type { ReviewsView } from "~/features/shop/reviews/reviews-view";
import { portraitSource } from "~/features/videos/pictures/picture-paths";
import { formatMoney } from "~/i18n/money";
import { useLinkTo, useLocale, useText } from "~/i18n/use-locale";
import { ButtonLink } from "~/ui/button";
import { lazyForm } from "~/ui/forms/lazy-form";
import { Link } from "~/ui/link";
import { Container } from "~/ui/page-frame/container";
import { Portrait } from "~/ui/portrait";
import { Description } from "./description";
import { PreviewFrame } from "./preview-frame";
import { PriceBar, PriceBox } from "./price-box";
import { LearningPoints } from "./promises";
import { PageSection, PurchaseQuestions } from "./purchase-questions";
import { TitleLine, VideoAction, VideoFacts } from "./video-action";

const AsksSection = lazyForm(
  `#${questionsSectionId}`,
  async () => (await import("~/features/shop/reviews/asks-section")).AsksSection,
);

type BoxProps = ComponentProps<typeof PriceBox>;

type Shown = Omit<BoxProps, "listPriceCents" | "note" | "doubt" | "files" | "about"> &
  Pick<ComponentProps<typeof PriceBar>, "video"> & {
    video: ComponentProps<typeof TitleLine>["video"] & {
      title: string;
      description: string;
      thumbnail_url: string | null;
      creator_name: string;
    };
    about: BoxProps["about"] & ComponentProps<typeof VideoFacts> & ComponentProps<typeof LearningPoints>;
    preview: ComponentProps<typeof PreviewFrame>["preview"];
    people: ComponentProps<typeof PeopleSections>;
    asks: QuestionsView;
    others: ComponentProps<typeof RelatedShelves>["videos"];
    topic: { slug: string; name: string } | undefined;
  };

interface SalesPageLayoutProps {
  shown: Shown;
  aboveTitle?: ReactNode;
  /** Above the price on phones, where the price box has no frame. */
  abovePrice?: ReactNode;
  /** What only this kind of product shows in the price box. */
  box?: Pick<BoxProps, "listPriceCents" | "note" | "doubt" | "files">;
  aboveDescription?: ReactNode;
  belowDescription?: ReactNode;
  /** An extra question before buying. */
  question?: ReactNode;
}

/** Longer titles are set smaller, so that the picture stays in the first view of a phone. */
const longTitle = 80;

/** On phones price and button stay at the bottom of the window. Needs `ShopTexts`. */
export function SalesPageLayout(props: SalesPageLayoutProps) {
  return (
    <div className="flex min-h-dvh flex-col">
      <ShopHeader search />
      <Content {...props} />
      <SearchBelow />
      <ShopFooter />
    </div>
  );
}

function Content({ shown: page, box, question, ...slots }: SalesPageLayoutProps) {
  const { video, topic, about, preview, shown, people, asks, others } = page;
  const t = useText();
  const locale = useLocale();
  usePurchaseNews({ whenSeen: ["buy", "held", "paying"].includes(shown.step) });
  const sells = (shown.step === "buy" || shown.step === "login") && video.price_cents > 0;
  const price = formatMoney(video.price_cents, video.currency, locale);
  return (
    <main id="main">
      <Container className="pt-4 pb-12 sm:pt-8 lg:pb-20">
        <div className="grid gap-x-14 gap-y-8 lg:grid-cols-[minmax(0,1fr)_23rem]">
          <div>
            <Breadcrumb topic={topic} />
            {slots.aboveTitle}
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
            {slots.abovePrice && <div className="mb-6 lg:hidden">{slots.abovePrice}</div>}
            <PriceBox {...page} {...box} />
          </aside>
          <div className="min-w-0 space-y-12 lg:space-y-14">
            <LearningPoints outcomes={about.outcomes} />
            {slots.aboveDescription}
            <PageSection title={t("salesPage.about")}>
              <Description text={video.description} />
              <VideoFacts {...about} />
            </PageSection>
            {slots.belowDescription}
            <PeopleSections {...people} />
            <AsksSection shown={asks} mayAsk={sells || shown.step === "held"} />
            {sells && (
              <PurchaseQuestions priceCents={video.price_cents} currency={video.currency}>
                {question}
              </PurchaseQuestions>
            )}
          </div>
        </div>
        <RelatedShelves creatorName={video.creator_name} videos={others} />
      </Container>
      <PriceBar {...page} />
    </main>
  );
}

function Breadcrumb({ topic }: Pick<Shown, "topic">) {
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

interface PeopleSectionsProps {
  creator: PublicProfile | null;
  reviews: ReviewsView | null;
}

/** The creator and the reviews. Needs `ShopTexts`. */
function PeopleSections({ creator, reviews }: PeopleSectionsProps) {
  return (
    <div className="space-y-12 lg:space-y-14">
      {creator && <CreatorBox creator={creator} />}
      {reviews && <ReviewsSection shown={reviews} />}
    </div>
  );
}

/** Needs `ShopTexts`. */
function CreatorBox({ creator }: { creator: PublicProfile }) {
  const t = useText();
  const linkTo = useLinkTo();
  const { full_name: name, bio, handle, portrait_key } = creator;
  return (
    <section
      aria-labelledby="creator-name"
      className="flex flex-wrap items-center gap-x-6 gap-y-4 rounded-panel bg-sunken p-6 sm:flex-nowrap"
    >
      <Portrait
        {...portraitSource(portrait_key)}
        name={name}
        sizes="6rem"
        className="size-16 bg-surface text-xl sm:size-24"
      />
      <div className="min-w-0 grow basis-40">
        <p className="text-sm text-ink-soft">{t("creators.teaches")}</p>
        <h2 id="creator-name" className="text-xl break-words sm:text-2xl">
          {name}
        </h2>
        {bio && <p className="mt-1 line-clamp-3 break-words text-ink-soft">{bio}</p>}
        <CreatorFiguresLine figures={creator} className="mt-2" />
      </div>
      <ButtonLink
        {...linkTo(creatorPath(handle))}
        variant="secondary"
        aria-label={t("creators.toPageOf", { name })}
        className="w-full shrink-0 sm:w-auto"
      >
        {t("creators.toPage")}
      </ButtonLink>
    </section>
  );
}

interface RelatedShelvesProps {
  creatorName: string;
  videos: { moreByCreator: ShelfVideo[]; related: ShelfVideo[] };
}

function RelatedShelves({ creatorName, videos }: RelatedShelvesProps) {
  const t = useText();
  const { moreByCreator, related } = videos;
  if (moreByCreator.length + related.length === 0) return null;
  return (
    <div className="mt-12 border-t border-line pt-10 sm:mt-14">
      {moreByCreator.length > 0 && (
        <Shelf title={t("marketplace.moreBy", { name: creatorName })}>
          <CardRow videos={moreByCreator} />
        </Shelf>
      )}
      {related.length > 0 && (
        <Shelf title={t("marketplace.related")}>
          <CardRow videos={related} />
        </Shelf>
      )}
    </div>
  );
}
