import { type MouseEvent, useEffect, useRef } from "react";
import { WatchButton } from "~/features/checkout/watch-button";
import { useLinkTo, useText } from "~/i18n/use-locale";
import { ButtonLink } from "~/ui/button";
import { EmptyState } from "~/ui/empty-state";
import { Icon } from "~/ui/icons";
import { Spinner } from "~/ui/spinner";
import { VisuallyHidden } from "~/ui/visually-hidden";
import { isFiltered, marketplacePath, type ShopFilters } from "./shop-filters";
import { StepBadge } from "./step-badge";
import { useMoreVideos } from "./use-more-videos";
import { VideoCard, videoTitleId } from "./video-card";
import { SkeletonCards, VideoGrid } from "./video-grid";
import type { ShopPage } from "./video-page";

interface ShopListProps {
  filters: ShopFilters;
  first: ShopPage;
  /** Nothing has what was searched for: the videos are what comes nearest. */
  nearest: boolean;
  /** Another search is being answered: placeholders stand for its videos. */
  searching: boolean;
  /** Nothing with pictures stands above it. */
  atTop: boolean;
}

/** What is for sale, or found: cards, and more of them page by page. Without script "more" leads to the next page. */
export function ShopList({ filters, first, nearest, searching, atTop }: ShopListProps) {
  const t = useText();
  const { search } = filters;
  const { videos, next, loading, firstNew, loadMore } = useMoreVideos(first);
  const number = videos.length;
  const shown = search ? t("marketplace.shownFor", { search, number }) : t("marketplace.shown", { number });
  return (
    <>
      {/* Always there, so that a screen reader says what it changes to: another search, a longer list. */}
      <div role="status">
        <VisuallyHidden>{searching || loading ? t("common.loading") : shown}</VisuallyHidden>
      </div>
      {searching ? (
        <VideoGrid>
          <SkeletonCards />
        </VideoGrid>
      ) : (
        <>
          {(nearest || number === 0) && <NothingFound filters={filters} nearest={nearest} />}
          {nearest && <h2 className="mt-10 mb-5 text-2xl sm:text-[1.75rem]">{t("marketplace.nearest")}</h2>}
          {number > 0 && (
            <VideoGrid>
              {videos.map((video, index) => (
                <li key={video.id}>
                  <VideoCard
                    video={video}
                    creator={video}
                    owned={video.step === "bought" || video.step === "own"}
                    badge={<StepBadge {...video} />}
                    note={video.inDoubt && <DoubtNote />}
                    eager={atTop && index === 0 && "first"}
                  >
                    <WatchButton
                      videoId={video.id}
                      title={video.title}
                      priceCents={video.price_cents}
                      shown={video}
                      look="card"
                    />
                  </VideoCard>
                </li>
              ))}
              {loading && <SkeletonCards />}
            </VideoGrid>
          )}
        </>
      )}
      <More
        path={next && !searching ? marketplacePath(filters, next) : undefined}
        {...{ loading, firstNew, loadMore }}
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

function NothingFound({ filters, nearest }: { filters: ShopFilters; nearest: boolean }) {
  const t = useText();
  const linkTo = useLinkTo();
  const { search } = filters;
  const filtered = isFiltered(filters);
  const hint = search ? "marketplace.noneHint" : "marketplace.noneFiltered";
  return (
    <EmptyState
      drawing="broken-stave"
      title={t("marketplace.none")}
      description={nearest ? t("marketplace.noneButNearest", { search }) : filtered ? t(hint) : undefined}
      action={
        filtered ? (
          <ButtonLink {...linkTo("/marketplace")} variant="secondary">
            {t(search ? "marketplace.clear" : "marketplace.clearFilters")}
          </ButtonLink>
        ) : undefined
      }
    />
  );
}

interface MoreProps {
  path: string | undefined;
  loading: boolean;
  firstNew: string | undefined;
  loadMore: (path: string) => void;
}

/** The link to the next page. With script that page is put at the end of this one, and the focus on its first video. */
function More({ path, loading, firstNew, loadMore }: MoreProps) {
  const t = useText();
  const linkTo = useLinkTo();
  const pressed = useRef(false);

  useEffect(() => {
    if (!firstNew || !pressed.current) return;
    pressed.current = false;
    // Only if the focus is still there: the link has moved down, or is gone with the last page.
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
