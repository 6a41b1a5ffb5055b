import { PurchaseLinks } from "~/features/orders/purchases/purchase-item";
import { clockDuration, shortDuration } from "~/features/videos/listing/duration";
import { thumbnailSrcSet } from "~/features/videos/pictures/picture-paths";
import { useLinkTo, useText } from "~/i18n/use-locale";
import { ButtonLink } from "~/ui/button";
import { Icon } from "~/ui/icons";
import { Link } from "~/ui/link";
import { classNames } from "~/ui/looks";
import { Thumbnail } from "~/ui/thumbnail";
import { CertificateLink, DownloadItem } from "./gift-lists";
import type { LibraryItem } from "./show-library.server";

/** The first item large, the next two beside it. */
export function ContinueWatching({ items: [first, ...others] }: { items: readonly LibraryItem[] }) {
  if (!first) return null;
  return (
    <div
      className={classNames(
        "grid gap-x-6 gap-y-4",
        others.length > 0 && "lg:grid-cols-[minmax(0,3fr)_minmax(0,2fr)]",
      )}
    >
      <LargeCard item={first} />
      {others.length > 0 && (
        <ul className="flex flex-col gap-4 max-sm:gap-0 max-sm:divide-y max-sm:divide-line">
          {others.map((item) => (
            <li key={item.id} className="max-sm:py-3 sm:flex-1">
              <SmallCard item={item} />
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}

/** Undefined while the length is unknown. */
export function secondsLeft({ seconds, watchedSeconds }: LibraryItem): number | undefined {
  return seconds === null ? undefined : Math.max(0, seconds - watchedSeconds);
}

function LargeCard({ item }: { item: LibraryItem }) {
  const t = useText();
  const linkTo = useLinkTo();
  const left = secondsLeft(item);
  const watch = linkTo(`/watch/${item.videoId}`);
  return (
    <article className="grid content-center gap-x-6 rounded-panel bg-forest p-3 text-on-forest sm:grid-cols-[minmax(0,13fr)_minmax(0,12fr)] sm:items-center sm:p-5">
      <Link {...watch} tabIndex={-1} aria-hidden="true" className="relative block">
        <Thumbnail
          src={item.thumbnailUrl}
          srcSet={thumbnailSrcSet(item.thumbnailUrl)}
          sizes="(min-width: 64rem) 22rem, 92vw"
          alt=""
          eager="first"
          covered
          className="rounded-cover"
        />
        <span className="absolute right-3 bottom-3 flex size-12 items-center justify-center rounded-full bg-on-forest text-forest shadow-lifted sm:size-14">
          <Icon name="play" className="ml-0.5 size-6 fill-current" />
        </span>
      </Link>
      <div className="min-w-0 p-1.5 pt-4 sm:p-0">
        {item.creatorName && <p className="text-sm">{item.creatorName}</p>}
        <h3 className="text-xl break-words sm:text-[1.625rem]">{item.title}</h3>
        <Bar item={item} className="on-forest mt-4 h-1.5" />
        <div className="mt-3 flex flex-wrap items-center justify-between gap-x-4 gap-y-3 sm:block">
          <p className="text-sm tabular-nums">
            {item.positionSeconds > 0 &&
              `${t("library.stopped", { time: clockDuration(item.positionSeconds) })} `}
            {left !== undefined && t("library.left", { length: shortDuration(left) })}
          </p>
          <ButtonLink
            {...watch}
            variant="onForest"
            className="sm:mt-4"
            aria-label={`${t("library.continue")}: ${item.title}`}
          >
            <Icon name="play" className="size-4 fill-current" />
            {t("library.continue")}
          </ButtonLink>
        </div>
        <div className="mt-2 flex flex-wrap items-center gap-x-5">
          <CertificateLink item={item} onForest />
          <DownloadItem item={item} onForest />
          <PurchaseLinks purchase={item} onForest />
        </div>
      </div>
    </article>
  );
}

function SmallCard({ item }: { item: LibraryItem }) {
  const t = useText();
  const linkTo = useLinkTo();
  const left = secondsLeft(item);
  return (
    <article className="flex h-full flex-col justify-center gap-x-4 sm:rounded-card sm:border sm:border-line sm:bg-surface sm:p-4">
      <div className="card-lift grid grid-cols-[min(8rem,36%)_minmax(0,1fr)] items-center gap-3 sm:grid-cols-[min(10.5rem,36%)_minmax(0,1fr)] sm:gap-4">
        <Cover item={item} sizes="10.5rem" />
        <div className="min-w-0">
          <h3 className="row-title line-clamp-2">
            <Link {...linkTo(`/watch/${item.videoId}`)} className="card-link">
              {item.title}
            </Link>
          </h3>
          {item.creatorName && (
            <p className="truncate text-sm text-ink-soft max-sm:hidden">{item.creatorName}</p>
          )}
          <Bar item={item} className="mt-2 h-1.5" />
          <p className="mt-1.5 flex flex-wrap justify-between gap-x-3 text-sm text-ink-soft">
            <span>{left !== undefined && t("library.left", { length: shortDuration(left) })}</span>
            <span className="max-sm:hidden">{item.watchedOn}</span>
          </p>
        </div>
      </div>
      <div className="flex flex-wrap items-center gap-x-5 empty:hidden">
        <CertificateLink item={item} />
        <DownloadItem item={item} />
        <PurchaseLinks purchase={item} />
      </div>
    </article>
  );
}

/** Nothing while the length is unknown. */
export function Bar({ item, className }: { item: LibraryItem; className?: string }) {
  const t = useText();
  if (item.seconds === null) return null;
  return (
    <progress
      aria-label={`${t("library.progress")}: ${item.title}`}
      className={classNames("watched block w-full", className)}
      value={Math.min(item.watchedSeconds, item.seconds)}
      max={item.seconds}
    />
  );
}

export function Cover({ item, sizes }: { item: LibraryItem; sizes: string }) {
  return (
    <Thumbnail
      src={item.thumbnailUrl}
      srcSet={thumbnailSrcSet(item.thumbnailUrl)}
      sizes={sizes}
      alt=""
      className="rounded-cover"
    />
  );
}
