import { videoPath } from "~/features/videos/listing/video-address";
import { thumbnailSrcSet } from "~/features/videos/pictures/picture-paths";
import { type Currency, formatPrice } from "~/i18n/money";
import { useLinkTo, useLocale, useText } from "~/i18n/use-locale";
import { Link } from "~/ui/link";
import { Thumbnail } from "~/ui/thumbnail";

export interface PopularVideo {
  id: string;
  title: string;
  price_cents: number;
  currency: Currency;
  thumbnail_url: string | null;
}

export function PopularVideos({ videos }: { videos: PopularVideo[] }) {
  const t = useText();
  const locale = useLocale();
  const linkTo = useLinkTo();
  if (videos.length === 0) return null;
  return (
    <section aria-labelledby="popular" className="mt-14 text-left">
      <h2 id="popular" className="text-2xl">
        {t("errors.popular")}
      </h2>
      <ul className="mt-5 grid grid-cols-[repeat(auto-fill,minmax(min(100%,8rem),1fr))] gap-x-4 gap-y-8 md:grid-cols-4 md:gap-6">
        {videos.map(({ id, title, price_cents, currency, thumbnail_url }) => (
          <li key={id} className="card-lift flex flex-col">
            <Thumbnail
              src={thumbnail_url}
              srcSet={thumbnailSrcSet(thumbnail_url)}
              sizes="(min-width: 48rem) 14rem, 46vw"
              alt=""
              className="rounded-cover"
            />
            <h3 className="row-title mt-3 mb-2 line-clamp-2">
              <Link {...linkTo(videoPath({ id, title }))} className="card-link">
                {title}
              </Link>
            </h3>
            <p className="mt-auto font-bold text-primary tabular-nums">
              {formatPrice(price_cents, currency, locale)}
            </p>
          </li>
        ))}
      </ul>
    </section>
  );
}
