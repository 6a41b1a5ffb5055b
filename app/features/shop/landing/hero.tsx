import type { ReactNode } from "react";
import { videoPath } from "~/features/videos/listing/video-address";
import { thumbnailSrcSet } from "~/features/videos/thumbnails/thumbnail-sizes";
import { useLinkTo, useText } from "~/i18n/use-locale";
import { classNames } from "~/ui/class-names";
import { SingingBird } from "~/ui/drawings/singing-bird";
import { Link } from "~/ui/link";
import { Container } from "~/ui/page-frame/container";
import { Thumbnail } from "~/ui/thumbnail";

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
