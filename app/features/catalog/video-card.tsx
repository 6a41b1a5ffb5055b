import { Link } from "@remix-run/react";
import type { ReactNode } from "react";
import type { Currency } from "~/features/money/currency";
import { formatMoney } from "~/features/money/money";
import { thumbnailSrcSet } from "~/features/thumbnails/thumbnail-sizes";
import { useLinkTo, useLocale, useText } from "~/i18n/use-locale";
import { Card } from "~/ui/card";
import { Thumbnail } from "~/ui/thumbnail";

export interface CardVideo {
  id: string;
  title: string;
  description: string;
  price_cents: number;
  currency: Currency;
  thumbnail_url: string | null;
}

interface VideoCardProps {
  video: CardVideo;
  creatorName?: string;
  /** On the picture, such as that the viewer has it already. */
  badge?: ReactNode;
  /** Where the title leads; null for nowhere. */
  to?: string | null;
  /** What there is to say of the video itself, under its description. */
  note?: ReactNode;
  /** Its picture is loaded at once, "first" before all else: for the top of a page. */
  eager?: boolean | "first";
  /** The card's buttons. */
  children: ReactNode;
}

/** How wide a card's picture is in the columns of `VideoGrid`, less than one column's gaps. */
const shownWidth = "(min-width: 80rem) 18rem, (min-width: 64rem) 31vw, (min-width: 40rem) 46vw, 92vw";

/** The id of the heading of a video's card. */
export function videoTitleId(videoId: string): string {
  return `video-${videoId}`;
}

/** A video in a grid (product.md, Marketplace): picture, title, description, price, buttons. The title leads to its page. */
export function VideoCard({
  video,
  creatorName,
  badge,
  to = `/videos/${video.id}`,
  note,
  eager,
  children,
}: VideoCardProps) {
  const locale = useLocale();
  const linkTo = useLinkTo();
  const t = useText();
  const titleId = videoTitleId(video.id);
  return (
    <Card as="article" lifts aria-labelledby={titleId} className="flex h-full flex-col">
      <div className="relative">
        <Thumbnail
          src={video.thumbnail_url}
          srcSet={thumbnailSrcSet(video.thumbnail_url)}
          sizes={shownWidth}
          alt=""
          eager={eager}
        />
        {badge}
      </div>
      <div className="flex grow flex-col p-5">
        <h2 id={titleId} className="text-lg leading-snug text-pretty">
          {to === null ? (
            video.title
          ) : (
            <Link {...linkTo(to)} className="hover:underline hover:underline-offset-4">
              {video.title}
            </Link>
          )}
        </h2>
        {creatorName && (
          <p className="mt-1 text-sm text-ink-faint">{t("common.by", { name: creatorName })}</p>
        )}
        <p className="mt-2 line-clamp-2 text-sm text-ink-soft">{video.description}</p>
        {note}
        <div className="mt-auto flex flex-wrap items-center justify-between gap-x-2 gap-y-3 pt-5">
          <p className="font-display text-xl font-bold tabular-nums">
            {formatMoney(video.price_cents, video.currency, locale)}
          </p>
          <div className="flex gap-2">{children}</div>
        </div>
      </div>
    </Card>
  );
}
