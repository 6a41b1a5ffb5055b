import type { ReactNode } from "react";
import {
  creatorPercent,
  platformFeePercent,
  platformShareBp,
  splitSale,
} from "~/features/base/money/platform-share";
import { videoPath } from "~/features/videos/listing/video-address";
import { thumbnailSrcSet } from "~/features/videos/pictures/picture-paths";
import { VideoCard } from "~/features/videos/pictures/video-card";
import { VideoGrid } from "~/features/videos/pictures/video-grid";
import { formatMoney } from "~/i18n/money";
import { useLinkTo, useLocale, useText } from "~/i18n/use-locale";
import { ButtonLink } from "~/ui/button";
import { SingingBird } from "~/ui/drawings/singing-bird";
import { Icon } from "~/ui/icons";
import { Link, TextLink } from "~/ui/link";
import { classNames } from "~/ui/looks";
import { Container } from "~/ui/page-frame/container";
import { Thumbnail } from "~/ui/thumbnail";
import type { LandingView } from "./show-landing.server";

interface SungVideo {
  id: string;
  title: string;
  thumbnail_url: string | null;
}

/** `children`: for a signed-in person; otherwise the hero is shorter, with the cards below as its buttons. */
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
  owned: readonly string[];
  ownedBadge: ReactNode;
}

/** Empty if there are too few videos for a row. */
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

/** Example price, in cents. */
const exampleCents = 4990;

export function CreatorPanel() {
  const t = useText();
  const locale = useLocale();
  const linkTo = useLinkTo();
  const { creatorEarningsCents, platformFeeCents } = splitSale(exampleCents, platformShareBp);
  const money = (cents: number) => formatMoney(cents, "BRL", locale);
  return (
    <section className="flex flex-col items-start rounded-panel bg-forest p-6 text-on-forest sm:p-8 lg:rounded-[1.75rem]">
      <h2 className="text-[1.75rem] sm:text-[2.5rem]">{t("landing.creatorTitle")}</h2>
      <p className="mt-3 text-[1.0625rem]">{t("landing.creatorText", { percent: creatorPercent })}</p>
      <ButtonLink
        {...linkTo("/creator-login")}
        size="large"
        variant="onForest"
        className="mt-5 max-sm:w-full"
      >
        {t("landing.creatorButton")}
      </ButtonLink>
      <p className="mt-7 font-semibold">{t("landing.exampleSale", { price: money(exampleCents) })}</p>
      <dl className="mt-3 flex w-full max-w-[37.5rem] flex-wrap gap-1 tabular-nums">
        <Part
          percent={creatorPercent}
          className="rounded-l-control rounded-r-[0.25rem] bg-on-forest text-forest"
          label={t("landing.youReceive")}
        >
          <span className="text-[1.75rem] leading-none font-extrabold tracking-tight sm:text-5xl">
            {money(creatorEarningsCents)}
          </span>
        </Part>
        <Part
          percent={platformFeePercent}
          className="rounded-l-[0.25rem] rounded-r-control bg-on-forest/20"
          label="Sabiá"
        >
          <span className="font-bold">{money(platformFeeCents)}</span>
        </Part>
      </dl>
    </section>
  );
}

interface PartProps {
  percent: number;
  label: string;
  className: string;
  children: ReactNode;
}

/** As wide as its share, if the text fits. */
function Part({ percent, label, className, children }: PartProps) {
  // app.css has one class per five percent.
  const width = `grow-${Math.round(percent / 5) * 5}`;
  return (
    <div
      className={`flex max-w-full min-w-max basis-0 flex-col justify-between gap-1.5 p-4 sm:px-6 sm:py-5 ${width} ${className}`}
    >
      <dt className="text-[0.9375rem]">{label}</dt>
      <dd className="flex grow items-center">{children}</dd>
    </div>
  );
}

const promises = [
  ["landing.preview", "landing.previewText"],
  ["landing.withdrawal", "landing.withdrawalText"],
  ["landing.noEnd", "landing.noEndText"],
] as const;

export function LearnerPanel() {
  const t = useText();
  const linkTo = useLinkTo();
  return (
    <section className="flex flex-col items-start rounded-panel bg-dawn p-6 sm:p-8 lg:rounded-[1.75rem]">
      <h2 className="text-[1.75rem] sm:text-[2.5rem]">{t("landing.learnerTitle")}</h2>
      <p className="mt-3 text-[1.0625rem] text-ink-soft">{t("landing.learnerText")}</p>
      <ButtonLink {...linkTo("/consumer-login")} size="large" className="mt-5 max-sm:w-full">
        {t("landing.learnerButton")}
      </ButtonLink>
      <ul className="mt-7 space-y-4">
        {promises.map(([title, text]) => (
          <li key={title} className="flex gap-3">
            <Icon name="check" className="mt-0.5 size-5 text-forest-ink" />
            <p className="min-w-0 leading-normal text-ink-soft">
              <strong className="block font-bold text-ink">{t(title)}</strong> {t(text)}
            </p>
          </li>
        ))}
      </ul>
    </section>
  );
}
