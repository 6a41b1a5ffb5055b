import { type MouseEvent, useEffect, useRef } from "react";
import { OnItsWayBadge } from "~/features/awaiting/awaited-payment-badge";
import type { ShownStep } from "~/features/checkout/shown-step";
import { WatchButton } from "~/features/checkout/watch-button";
import { useLinkTo, useText } from "~/i18n/use-locale";
import { Badge } from "~/ui/badge";
import { ButtonLink } from "~/ui/button";
import { EmptyState } from "~/ui/empty-state";
import { Icon } from "~/ui/icons";
import { Spinner } from "~/ui/spinner";
import { VisuallyHidden } from "~/ui/visually-hidden";
import { marketplacePath } from "./search-text";
import { useMoreVideos } from "./use-more-videos";
import { VideoCard, videoTitleId } from "./video-card";
import { SkeletonCards, VideoGrid } from "./video-grid";
import type { ShopPage } from "./video-page";

interface ShopListProps {
  search: string;
  first: ShopPage;
  /** Another search is being answered: placeholders stand for its videos. */
  searching: boolean;
}

/** What is for sale, or found: cards, and more of them page by page. Without script "more" leads to the next page. */
export function ShopList({ search, first, searching }: ShopListProps) {
  const t = useText();
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
      ) : number === 0 ? (
        <NothingFound search={search} />
      ) : (
        <VideoGrid>
          {videos.map((video, index) => (
            <li key={video.id}>
              <VideoCard
                video={video}
                creatorName={video.creator_name}
                badge={<StepBadge {...video} />}
                note={video.inDoubt && <DoubtNote />}
                eager={index === 0 && "first"}
              >
                <WatchButton
                  videoId={video.id}
                  title={video.title}
                  priceCents={video.price_cents}
                  shown={video}
                />
              </VideoCard>
            </li>
          ))}
          {loading && <SkeletonCards />}
        </VideoGrid>
      )}
      <More
        path={next && !searching ? marketplacePath(search, next) : undefined}
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

function StepBadge({ step, awaited }: ShownStep) {
  const t = useText();
  if (step === "paying")
    return <OnItsWayBadge awaited={awaited} className="absolute top-3 left-3 shadow-card" />;
  if (step === "disputed") {
    return (
      <Badge tone="warn" className="absolute top-3 left-3 shadow-card">
        <Icon name="alert" className="size-4" />
        {t("sales.disputed")}
      </Badge>
    );
  }
  if (step !== "bought" && step !== "own") return null;
  return (
    <Badge tone={step === "bought" ? "success" : "brand"} className="absolute top-3 left-3 shadow-card">
      <Icon name={step === "bought" ? "check" : "video"} className="size-4" />
      {t(`marketplace.${step}`)}
    </Badge>
  );
}

function NothingFound({ search }: { search: string }) {
  const t = useText();
  const linkTo = useLinkTo();
  return (
    <EmptyState
      icon="search"
      title={t("marketplace.none")}
      description={search ? t("marketplace.noneHint") : undefined}
      action={
        search ? (
          <ButtonLink {...linkTo("/marketplace")} variant="secondary">
            {t("marketplace.clear")}
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
    // Only for whoever still is where they pressed: the link has moved down, or away with the last page.
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
