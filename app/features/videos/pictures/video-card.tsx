import type { ReactNode } from "react";
import { clockDuration, shortDuration } from "~/features/videos/listing/duration";
import { videoPath } from "~/features/videos/listing/video-address";
import { type Currency, formatPrice } from "~/i18n/money";
import { useLinkTo, useLocale, useText } from "~/i18n/use-locale";
import { Link } from "~/ui/link";
import { classNames } from "~/ui/looks";
import { Portrait } from "~/ui/portrait";
import { Thumbnail } from "~/ui/thumbnail";
import { portraitSource, thumbnailSrcSet } from "./picture-paths";
import { RatingMark } from "./rating-mark";

export interface CardVideo {
  id: string;
  title: string;
  description: string;
  price_cents: number;
  currency: Currency;
  thumbnail_url: string | null;
  duration_seconds?: number | null;
  lesson_count?: number | null;
  review_count?: number;
  rating_total?: number;
  spoken?: string;
}

export interface CardCreator {
  creator_name: string;
  portrait_key: string | null;
}

interface VideoCardProps {
  video: CardVideo;
  creator?: CardCreator;
  badge?: ReactNode;
  to?: string | null;
  note?: ReactNode;
  /** "first": before all else, for the top of a page. */
  eager?: boolean | "first";
  owned?: boolean;
  children: ReactNode;
}

/** In the columns of `VideoGrid`, less one gap. */
const shownWidth = "(min-width: 80rem) 18rem, (min-width: 64rem) 31vw, (min-width: 20rem) 46vw, 92vw";

export function videoTitleId(videoId: string): string {
  return `video-${videoId}`;
}

/** product.md, Marketplace. The link of the title covers the whole card, its buttons lie above it. */
export function VideoCard({
  video,
  creator,
  badge,
  to = videoPath(video),
  note,
  eager,
  owned = false,
  children,
}: VideoCardProps) {
  const titleId = videoTitleId(video.id);
  return (
    <article
      aria-labelledby={titleId}
      className={classNames("flex h-full flex-col", to !== null && "card-lift")}
    >
      <Cover video={video} sizes={shownWidth} eager={eager}>
        {badge}
      </Cover>
      <h2 id={titleId} className="card-title">
        <CardTitle to={to}>{video.title}</CardTitle>
      </h2>
      <p className="card-text">{video.description}</p>
      {note}
      <div className="mt-auto">{creator && <CreatorLine creator={creator} />}</div>
      <SpokenLine video={video} />
      <div className="card-foot">
        <PriceLine video={video} owned={owned} />
        {children && <div className="card-buttons">{children}</div>}
      </div>
    </article>
  );
}

export function ShelfCard({
  video,
  creator,
  badge,
  owned = false,
  children,
}: Pick<VideoCardProps, "video" | "creator" | "badge" | "owned"> & { children?: ReactNode }) {
  return (
    <div className="card-lift shelf-card">
      <Cover video={video} sizes="(min-width: 80rem) 25rem, (min-width: 40rem) 31vw, 58vw">
        {badge}
      </Cover>
      <h3 className="card-title">
        <CardTitle to={videoPath(video)}>{video.title}</CardTitle>
      </h3>
      <div className="mt-auto">
        {creator && <CreatorLine creator={creator} />}
        <SpokenLine video={video} />
      </div>
      <div className="card-foot">
        <PriceLine video={video} owned={owned} />
        {children && <div className="card-buttons">{children}</div>}
      </div>
    </div>
  );
}

export function CardTitle({ to, children }: { to: string | null; children: string }) {
  const linkTo = useLinkTo();
  if (to === null) return children;
  return (
    <Link {...linkTo(to)} className="card-link">
      {children}
    </Link>
  );
}

export function Cover({
  video,
  sizes,
  eager,
  children,
}: {
  video: CardVideo;
  sizes: string;
  eager?: boolean | "first";
  children?: ReactNode;
}) {
  const t = useText();
  const { duration_seconds: seconds, lesson_count: count } = video;
  const length = seconds && (count ? shortDuration(seconds) : clockDuration(seconds));
  return (
    <div className="relative">
      <Thumbnail
        src={video.thumbnail_url}
        srcSet={thumbnailSrcSet(video.thumbnail_url)}
        sizes={sizes}
        alt=""
        eager={eager}
        className="cover"
      />
      {(count || seconds) && (
        <span className="absolute right-2 bottom-2 rounded-md bg-over-picture px-1.5 py-0.5 text-xs leading-tight font-semibold text-on-picture tabular-nums">
          {[count && t("marketplace.lessons", { count }), length].filter(Boolean).join(" · ")}
        </span>
      )}
      {children}
    </div>
  );
}

function SpokenLine({ video: { spoken } }: { video: CardVideo }) {
  return spoken && <p className="mt-1 text-sm text-ink-soft">{spoken}</p>;
}

function CreatorLine({ creator }: { creator: CardCreator }) {
  return (
    <p className="card-creator">
      <Portrait
        {...portraitSource(creator.portrait_key)}
        sizes="1.5rem"
        name={creator.creator_name}
        className="size-6 text-[0.625rem]"
      />
      <span className="truncate">{creator.creator_name}</span>
    </p>
  );
}

export function PriceLine({
  video,
  owned,
  className = "text-lg",
}: {
  video: CardVideo;
  owned?: boolean;
  className?: string;
}) {
  const locale = useLocale();
  const { review_count = 0, rating_total = 0 } = video;
  return (
    <div className="price-line">
      {!owned && (
        <p className={classNames("min-w-0 font-bold wrap-anywhere text-primary tabular-nums", className)}>
          {formatPrice(video.price_cents, video.currency, locale)}
        </p>
      )}
      <RatingMark figures={{ review_count, rating_total }} />
    </div>
  );
}

export function RowCover({ src }: { src: string | null }) {
  return <Thumbnail src={src} srcSet={thumbnailSrcSet(src)} sizes="9rem" alt="" className="rounded-cover" />;
}
