import type { ReactNode } from "react";
import { lowestPriceCents } from "~/features/base/money/lowest-price";
import { formatMoney } from "~/features/base/money/money";
import { creatorPercent } from "~/features/base/money/platform-share";
import { videoPath } from "~/features/videos/listing/video-address";
import { thumbnailSrcSet } from "~/features/videos/thumbnails/thumbnail-sizes";
import { useLinkTo, useLocale, useText } from "~/i18n/use-locale";
import { ButtonLink } from "~/ui/button";
import { SingingBird } from "~/ui/drawings/singing-bird";
import { Icon } from "~/ui/icons";
import { Link } from "~/ui/link";
import { Container } from "~/ui/page-frame/container";
import { Thumbnail } from "~/ui/thumbnail";

interface SungVideo {
  id: string;
  title: string;
  thumbnail_url: string | null;
}

/**
 * The top of the landing page: headline, a way in for learners and one for creators, and the bird that sings videos.
 * `children`: in the place of the two ways in, for someone who is signed in.
 */
export function Hero({ stave, children }: { stave: SungVideo[]; children?: ReactNode }) {
  const t = useText();
  const linkTo = useLinkTo();
  return (
    <section className="hero">
      <SingingBird />
      <Container className="pt-8 lg:pt-[calc(60*var(--u))]">
        <h1 className="hero-title">{t("landing.title")}</h1>
        <p className="mt-3 text-ink-soft sm:text-lg lg:mt-[calc(28*var(--u))] lg:text-[1.375rem] lg:leading-snug">
          {t("landing.tagline")}
        </p>
        {children ?? <WaysIn />}
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

function WaysIn() {
  const t = useText();
  const locale = useLocale();
  const linkTo = useLinkTo();
  const price = formatMoney(lowestPriceCents, "BRL", locale);
  return (
    <div className="mt-4 grid grid-cols-[repeat(auto-fit,minmax(9.75rem,1fr))] gap-x-3 gap-y-4 sm:mt-7 sm:w-fit sm:grid-cols-2 sm:gap-x-12 lg:mt-[calc(36*var(--u))] lg:grid-cols-[15rem_15rem]">
      <WayIn title={t("landing.forLearners")} text={t("landing.forLearnersText", { price })}>
        <ButtonLink {...linkTo("/marketplace")} size="large" className="max-sm:w-full max-sm:px-3">
          {t("landing.browse")}
          <Icon name="arrow-right" />
        </ButtonLink>
      </WayIn>
      <WayIn
        title={t("landing.forCreators")}
        text={t("landing.forCreatorsText", { percent: creatorPercent })}
      >
        <ButtonLink
          {...linkTo("/creator-register")}
          size="large"
          variant="secondary"
          className="max-sm:w-full max-sm:px-3"
        >
          {t("landing.startTeaching")}
        </ButtonLink>
      </WayIn>
    </div>
  );
}

function WayIn({ title, text, children }: { title: string; text: string; children: ReactNode }) {
  return (
    <div className="flex flex-col items-start justify-between gap-2 lg:gap-4">
      <p className="text-[0.9375rem] text-ink-soft sm:max-w-52 lg:text-base lg:leading-normal">
        <strong className="block font-bold text-ink">{title}</strong> {text}
      </p>
      {children}
    </div>
  );
}
