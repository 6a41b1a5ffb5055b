import { type MouseEvent, type ReactNode, useEffect, useId, useRef } from "react";
import { VideoCard, videoTitleId } from "~/features/videos/pictures/video-card";
import { SkeletonCards, VideoGrid } from "~/features/videos/pictures/video-grid";
import { foldText } from "~/i18n/accents";
import { useLinkTo, useText } from "~/i18n/use-locale";
import { ButtonLink, Spinner } from "~/ui/button";
import { EmptyState } from "~/ui/empty-state";
import { Icon } from "~/ui/icons";
import { TextLink } from "~/ui/link";
import { CardWatchButton, StepBadge } from "./card-row";
import { cardsBeforeShelves } from "./shelf-rules";
import { isFiltered, marketplacePath, type ShopFilters } from "./shop-filters";
import { useMoreVideos } from "./use-more-videos";
import type { Offer, ShopPage, ShopVideo } from "./video-page";

interface ShopListProps {
  filters: ShopFilters;
  first: ShopPage;
  /** Set if nothing matches the filters. */
  offer: Offer | undefined;
  tooMany: boolean;
  /** After the first rows, with `banded`. */
  shelves: ReactNode;
  /** Videos on the shelves, and not in the list. */
  banded: readonly { id: string }[] | undefined;
  /** Placeholders replace the videos. */
  searching: boolean;
}

/** Without script "more" leads to the next page. */
export function ShopList({ filters, first, offer, tooMany, shelves, banded = [], searching }: ShopListProps) {
  const t = useText();
  const relatedTitle = useId();
  const { search } = filters;
  const { videos, next, loading, firstNew, loadMore } = useMoreVideos(first);
  const number = videos.length;
  const foundCount = offer && offer.kind !== "nearest" ? 0 : number;
  const count = search
    ? t("marketplace.shownFor", { search, count: foundCount })
    : t("marketplace.shown", { count: foundCount });
  const status = tooMany ? t("marketplace.tooManySearches") : count;
  const inGrid = videos.filter(({ id }) => !banded.some((other) => other.id === id));
  const before = shelves ? inGrid.slice(0, cardsBeforeShelves) : [];
  // Title matches come first; without a search there are only these.
  const inTitle = inGrid.slice(before.length).filter(({ elsewhere }) => !elsewhere);
  const related = videos.filter(({ elsewhere }) => elsewhere);
  const cardAt = (video: ShopVideo, index: number) => (
    <li key={video.id}>
      <ListedVideo video={video} eager={index === 0} />
    </li>
  );
  return (
    <>
      {/* Always present, so that screen readers announce changes. */}
      <div role="status">
        <span className="sr-only">{searching || loading ? t("common.loading") : status}</span>
      </div>
      {searching ? (
        <VideoGrid>
          <SkeletonCards />
        </VideoGrid>
      ) : (
        <>
          {tooMany && <TooManySearches filters={filters} />}
          {!tooMany && (offer || number === 0) && <NothingFound filters={filters} offer={offer} />}
          {shelves && (
            <>
              <VideoGrid>{before.map(cardAt)}</VideoGrid>
              {shelves}
            </>
          )}
          {(inTitle.length > 0 || (loading && related.length === 0)) && (
            <VideoGrid>
              {inTitle.map((video, index) => cardAt(video, before.length + index))}
              {loading && related.length === 0 && <SkeletonCards />}
            </VideoGrid>
          )}
          {related.length > 0 && (
            <section aria-labelledby={relatedTitle} className={inTitle.length > 0 ? "mt-12" : undefined}>
              <h2 id={relatedTitle} className="mb-5 text-2xl [overflow-wrap:anywhere] sm:text-[1.75rem]">
                {t("marketplace.relatedTo", { search })}
              </h2>
              <VideoGrid>
                {related.map((video, index) => cardAt(video, inTitle.length + index))}
                {loading && <SkeletonCards />}
              </VideoGrid>
            </section>
          )}
        </>
      )}
      <More
        path={next && !searching ? marketplacePath(filters, next) : undefined}
        loading={loading}
        firstNew={firstNew}
        loadMore={loadMore}
      />
    </>
  );
}

function DoubtNote() {
  const t = useText();
  return (
    <p className="mt-2 flex items-start gap-1.5 text-sm text-ink-soft">
      <Icon name="alert" className="mt-0.5 size-4" />
      {t("watch.buyDoubt")}
    </p>
  );
}

function ListedVideo({ video, eager }: { video: ShopVideo; eager: boolean }) {
  return (
    <VideoCard
      video={video}
      creator={video}
      owned={video.step === "bought" || video.step === "own"}
      badge={<StepBadge {...video} />}
      note={video.inDoubt && <DoubtNote />}
      eager={eager && "first"}
    >
      <CardWatchButton video={video} />
    </VideoCard>
  );
}

/** The search box keeps the words; the link sends them again. */
function TooManySearches({ filters }: { filters: ShopFilters }) {
  const t = useText();
  const linkTo = useLinkTo();
  return (
    <EmptyState
      drawing="broken-stave"
      title={t("marketplace.tooManySearches")}
      description={t("marketplace.tooManySearchesText")}
      action={
        <ButtonLink {...linkTo(marketplacePath(filters))} variant="secondary">
          {t("marketplace.searchAgain")}
        </ButtonLink>
      }
    />
  );
}

function NothingFound({ filters, offer }: { filters: ShopFilters; offer: Offer | undefined }) {
  const t = useText();
  const linkTo = useLinkTo();
  const { search } = filters;
  const filtered = isFiltered(filters);
  if (offer?.kind === "nearest") {
    const spelt = offer.words.join(" ");
    // The same words separated, such as "costas dor" for "costas sem dor".
    const words = foldText(spelt) === foldText(search) ? "" : spelt;
    return (
      <p className="mb-6 text-lg">
        {t(words ? "marketplace.nearest" : "marketplace.nearestTitles", { search, words })}{" "}
        <TextLink {...linkTo("/marketplace")}>{t("marketplace.clear")}</TextLink>
      </p>
    );
  }
  return (
    <>
      <EmptyState
        drawing="broken-stave"
        title={t("marketplace.none")}
        description={filtered ? t(search ? "marketplace.noneHint" : "marketplace.noneFiltered") : undefined}
        action={
          filtered ? (
            <ButtonLink {...linkTo("/marketplace")} variant="secondary">
              {t(search ? "marketplace.clear" : "marketplace.clearFilters")}
            </ButtonLink>
          ) : undefined
        }
      />
      {offer && <h2 className="mt-10 mb-5 text-2xl sm:text-[1.75rem]">{t(offerTitles[offer.kind])}</h2>}
    </>
  );
}

const offerTitles = {
  bestsellers: "marketplace.shelfBestsellers",
  newest: "marketplace.shelfNewest",
} as const;

interface MoreProps {
  path: string | undefined;
  loading: boolean;
  firstNew: string | undefined;
  loadMore: (path: string) => void;
}

/** With script it appends the page and focuses its first video. */
function More({ path, loading, firstNew, loadMore }: MoreProps) {
  const t = useText();
  const linkTo = useLinkTo();
  const pressed = useRef(false);

  useEffect(() => {
    if (!firstNew || !pressed.current) return;
    pressed.current = false;
    // Only if the focus is still there: the link moves down, or is gone with the last page.
    const active = document.activeElement;
    if (active !== document.body && !active?.hasAttribute("data-more")) return;
    const title = document.getElementById(videoTitleId(firstNew));
    title?.querySelector("a")?.focus({ preventScroll: true });
  }, [firstNew]);

  if (!path) return null;
  const { to } = linkTo(path);
  const grow = (event: MouseEvent) => {
    if (event.ctrlKey || event.metaKey || event.shiftKey) return;
    event.preventDefault();
    pressed.current = true;
    loadMore(to);
  };
  return (
    <div className="mt-10 flex justify-center">
      <ButtonLink to={to} onClick={grow} variant="secondary" aria-busy={loading || undefined} data-more="">
        {loading && <Spinner />}
        {loading ? t("common.loading") : t("marketplace.more")}
      </ButtonLink>
    </div>
  );
}
