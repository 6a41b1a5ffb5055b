import { shortDuration } from "~/features/videos/listing/duration";
import { videoPath } from "~/features/videos/listing/video-address";
import { CardTitle, Cover, PriceLine } from "~/features/videos/pictures/video-card";
import { useText } from "~/i18n/use-locale";
import { Icon } from "~/ui/icons";
import { CardRow, Shelf } from "./card-row";
import { shelfPrice } from "./shelf-rules";
import { courseTopic, marketplacePath } from "./shop-filters";
import type { RankedVideo, ShopShelves, WatchedVideo } from "./video-page";

export function WatchingShelf({ videos }: { videos: readonly WatchedVideo[] }) {
  const t = useText();
  return (
    <div className="mt-4 sm:mt-6">
      <Shelf title={t("marketplace.shelfWatching")} all="/purchases">
        <ul className="row-aside grid auto-cols-[82%] grid-flow-col gap-3 sm:grid-flow-row sm:grid-cols-3 sm:gap-6">
          {videos.map((video) => (
            <li key={video.id}>
              <ProgressRow video={video} />
            </li>
          ))}
        </ul>
      </Shelf>
    </div>
  );
}

/** Omits a shelf without enough videos. */
export function Shelves({ shelves }: { shelves: ShopShelves }) {
  const t = useText();
  const { courses, bestsellers, cheap } = shelves;
  return (
    <div className="my-10 border-y border-line pt-10 sm:my-14">
      {courses.length > 0 && (
        <Shelf title={t("marketplace.shelfCourses")} all={marketplacePath({ topic: courseTopic })}>
          <CardRow videos={courses} withButton />
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

export function hasShelf({ watching: _, ...shelves }: ShopShelves): boolean {
  return Object.values(shelves).some((videos) => videos.length > 0);
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
