import type { ReactNode } from "react";
import { AwaitedPaymentBadge } from "~/features/orders/checkout/awaited-payment-badge";
import type { WatchButtonState } from "~/features/orders/checkout/holding";
import { shortDuration } from "~/features/videos/listing/duration";
import { videoPath } from "~/features/videos/listing/video-address";
import { CardTitle, Cover, PriceLine, ShelfCard } from "~/features/videos/pictures/video-card";
import { useLinkTo, useText } from "~/i18n/use-locale";
import { Badge } from "~/ui/badge";
import { Icon } from "~/ui/icons";
import { Link } from "~/ui/link";
import { shelfPrice } from "./shelf-rules";
import { marketplacePath } from "./shop-filters";
import type { RankedVideo, ShelfVideo, ShopShelves, WatchedVideo } from "./video-page";

/** The shelves within the unfiltered list. A shelf without enough videos is left out. */
export function Shelves({ shelves }: { shelves: ShopShelves }) {
  const t = useText();
  const { watching, bestsellers, cheap } = shelves;
  return (
    <div className="my-10 border-y border-line pt-10 sm:my-14">
      {watching.length > 0 && (
        <Shelf title={t("marketplace.shelfWatching")} all="/purchases">
          <ul className="row-aside grid auto-cols-[82%] grid-flow-col gap-3 sm:auto-cols-[minmax(0,1fr)] sm:gap-6">
            {watching.map((video) => (
              <li key={video.id}>
                <ProgressRow video={video} />
              </li>
            ))}
          </ul>
        </Shelf>
      )}
      {bestsellers.length > 0 && (
        <Shelf title={t("marketplace.shelfBestsellers")} all={marketplacePath({ sort: "bestsellers" })}>
          <ol className="grid gap-4 sm:gap-6 lg:grid-cols-3">
            {bestsellers.map((video) => (
              <li key={video.id} value={video.place}>
                <RankedRow video={video} />
              </li>
            ))}
          </ol>
        </Shelf>
      )}
      {cheap.length > 0 && (
        <Shelf title={t("marketplace.shelfCheap")} all={marketplacePath({ maxPrice: shelfPrice.reais })}>
          <CardRow videos={cheap} />
        </Shelf>
      )}
    </div>
  );
}

export function hasShelf(shelves: ShopShelves): boolean {
  return Object.values(shelves).some((videos) => videos.length > 0);
}

/** A titled row of videos, with a link to all of them where there is one. */
export function Shelf({ title, all, children }: { title: string; all?: string; children: ReactNode }) {
  const t = useText();
  const linkTo = useLinkTo();
  return (
    <section aria-label={title} className="mb-10 sm:mb-14">
      <div className="mb-4 flex items-center justify-between gap-4">
        <h2 className="text-2xl sm:text-[1.75rem]">{title}</h2>
        {all && (
          <Link
            {...linkTo(all)}
            aria-label={`${t("marketplace.seeAll")}: ${title}`}
            className="inline-flex min-h-11 shrink-0 items-center gap-2 font-semibold underline underline-offset-4 hover:no-underline"
          >
            {t("marketplace.seeAll")}
            <Icon name="arrow-right" className="size-4" />
          </Link>
        )}
      </div>
      {children}
    </section>
  );
}

/** Cards in one row, laid out by their number (`base.css`). */
export function CardRow({ videos }: { videos: readonly ShelfVideo[] }) {
  return (
    <ul className="card-row row-aside">
      {videos.map((video) => (
        <li key={video.id} className="min-w-0">
          <ShelfCard
            video={video}
            creator={video}
            badge={<StepBadge {...video} />}
            owned={video.step === "bought" || video.step === "own"}
          />
        </li>
      ))}
    </ul>
  );
}

function RankedRow({ video }: { video: RankedVideo }) {
  const owned = video.step === "bought" || video.step === "own";
  return (
    <div className="card-lift grid grid-cols-[auto_min(8rem,34%)_minmax(0,1fr)] items-center gap-[min(1rem,5%)]">
      <span
        aria-hidden="true"
        className="w-7 font-display text-5xl leading-none font-extrabold text-forest-ink"
      >
        {video.place}
      </span>
      <Cover video={video} sizes="8rem" />
      <div className="min-w-0">
        <h3 className="row-title line-clamp-2">
          <CardTitle to={videoPath(video)}>{video.title}</CardTitle>
        </h3>
        <p className="truncate text-sm text-ink-soft">{video.creator_name}</p>
        <PriceLine video={video} owned={owned} className="text-base" />
      </div>
    </div>
  );
}

function ProgressRow({ video }: { video: WatchedVideo }) {
  const t = useText();
  const left = video.duration_seconds ? Math.max(0, video.duration_seconds - video.seconds) : undefined;
  return (
    <div className="card-lift grid h-full grid-cols-[40%_minmax(0,1fr)] items-center gap-4 rounded-card border border-line bg-surface p-3">
      <Cover video={{ ...video, duration_seconds: null }} sizes="10rem">
        <span
          aria-hidden="true"
          className="absolute right-2 bottom-2 flex size-9 items-center justify-center rounded-full bg-over-picture text-on-picture"
        >
          <Icon name="play" className="size-4 fill-current" />
        </span>
      </Cover>
      <div className="min-w-0">
        <h3 className="row-title line-clamp-2">
          <CardTitle to={`/watch/${video.id}`}>{video.title}</CardTitle>
        </h3>
        {left !== undefined && video.duration_seconds && (
          <>
            <p className="mt-1 text-sm text-ink-soft">
              {t("marketplace.left", { length: shortDuration(left) })}
            </p>
            <progress
              aria-hidden="true"
              className="watched mt-2 block h-1.5 w-full"
              value={Math.min(video.seconds, video.duration_seconds)}
              max={video.duration_seconds}
            />
          </>
        )}
      </div>
    </div>
  );
}

const place = "absolute top-2 left-2 max-w-[calc(100%-1rem)] shadow-card text-xs whitespace-normal!";

/** On a card's picture: that the viewer has the video, or the status of its payment. */
export function StepBadge({ step, awaited }: WatchButtonState) {
  const t = useText();
  if (step === "paying") return <AwaitedPaymentBadge awaited={awaited} className={place} />;
  if (step === "disputed") {
    return (
      <Badge tone="warn" className={place}>
        <Icon name="alert" className="size-4" />
        {t("sales.disputed")}
      </Badge>
    );
  }
  if (step !== "bought" && step !== "own") return null;
  return (
    <Badge tone={step === "bought" ? "success" : "brand"} className={place}>
      <Icon name={step === "bought" ? "check" : "video"} className="size-4" />
      {t(`marketplace.${step}`)}
    </Badge>
  );
}

interface RelatedShelvesProps {
  creatorName: string;
  videos: { moreByCreator: ShelfVideo[]; related: ShelfVideo[] };
}

/** At the end of a sales page: more by the creator and related videos, each where there are any. */
export function RelatedShelves({ creatorName, videos }: RelatedShelvesProps) {
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
