import type { ReactNode } from "react";
import { videoPath } from "~/features/videos/listing/video-address";
import { thumbnailSrcSet } from "~/features/videos/pictures/thumbnail-sizes";
import { VideoCard } from "~/features/videos/pictures/video-card";
import { VideoGrid } from "~/features/videos/pictures/video-grid";
import { useLinkTo, useText } from "~/i18n/use-locale";
import { classNames } from "~/ui/class-names";
import { SingingBird } from "~/ui/drawings/singing-bird";
import { Icon } from "~/ui/icons";
import { Link } from "~/ui/link";
import { Container } from "~/ui/page-frame/container";
import { TextLink } from "~/ui/text-link";
import { Thumbnail } from "~/ui/thumbnail";
import type { LandingView } from "./show-landing.server";

interface SungVideo {
  id: string;
  title: string;
  thumbnail_url: string | null;
}

/**
 * The top of the landing page: headline and the bird that sings videos. `children`: a line and ways on for someone
 * who is signed in; without them the hero is shorter, and the two cards below it are its buttons.
 */
export function Hero({ stave, children }: { stave: SungVideo[]; children?: ReactNode }) {
  const t = useText();
  const linkTo = useLinkTo();
  return (
    <section className={classNames("hero", !children && "hero-short")}>
      <SingingBird />
      <Container className="pt-8 lg:pt-[calc(60*var(--u))]">
        <h1 className="hero-title">{t("landing.title")}</h1>
        <p className="mt-3 text-ink-soft sm:text-lg lg:mt-[calc(28*var(--u))] lg:text-[1.375rem] lg:leading-snug">
          {t("landing.tagline")}
        </p>
        {children}
      </Container>
      <ul className="hero-covers">
        {stave.map(({ id, title, thumbnail_url }) => (
          <li key={id} className="hero-cover">
            <Link
              {...linkTo(videoPath({ id, title }))}
              aria-label={title}
              className="block rounded-[0.625rem]"
            >
              <Thumbnail
                src={thumbnail_url}
                srcSet={thumbnailSrcSet(thumbnail_url)}
                sizes="(min-width: 64rem) 18rem, 9rem"
                alt=""
                eager
                className="rounded-[0.625rem]"
              />
            </Link>
          </li>
        ))}
      </ul>
    </section>
  );
}

interface NewestProps extends Pick<LandingView, "shelf" | "videosInShop"> {
  /** The ids of the videos that the viewer owns. */
  owned: readonly string[];
  /** On each of them. */
  ownedBadge: ReactNode;
}

/** The newest videos, or nothing if there are too few for a row. */
export function Newest({ shelf, videosInShop, owned, ownedBadge }: NewestProps) {
  const t = useText();
  const linkTo = useLinkTo();
  if (shelf.length === 0) return null;
  return (
    <Container className="mt-8 lg:mt-20">
      <section aria-labelledby="newest">
        <div className="mb-5 flex flex-wrap items-end justify-between gap-x-4">
          <div>
            <h2 id="newest" className="text-2xl sm:text-[1.75rem]">
              {t("landing.newest")}
            </h2>
            <p className="text-sm text-ink-faint">{t("landing.videosInShop", { number: videosInShop })}</p>
          </div>
          <TextLink {...linkTo("/marketplace")} className="shrink-0 gap-2">
            {t("landing.seeAll")}
            <Icon name="arrow-right" />
          </TextLink>
        </div>
        <VideoGrid>
          {shelf.map((video) => (
            <li key={video.id}>
              <VideoCard
                video={video}
                creator={video}
                owned={owned.includes(video.id)}
                badge={owned.includes(video.id) && ownedBadge}
              >
                {null}
              </VideoCard>
            </li>
          ))}
        </VideoGrid>
      </section>
    </Container>
  );
}
