import { paymentPath, seePaymentKey } from "~/features/orders/checkout/awaited-payment";
import { BuyForm, FreeForm } from "~/features/orders/checkout/buy-form";
import type { WatchButtonState } from "~/features/orders/checkout/holding";
import { WatchButton } from "~/features/orders/checkout/watch-button";
import { creatorPath, type PublicProfile } from "~/features/shop/creators/profile-rules";
import { reviewsSectionId } from "~/features/shop/reviews/reviews-view";
import { shortDuration } from "~/features/videos/listing/duration";
import { portraitSource } from "~/features/videos/pictures/picture-paths";
import { RatingMark } from "~/features/videos/pictures/rating-mark";
import { formatDay } from "~/i18n/dates";
import { useLinkTo, useLocale, useText } from "~/i18n/use-locale";
import { ButtonLink } from "~/ui/button";
import { Link } from "~/ui/link";
import { Portrait } from "~/ui/portrait";

interface TitleLineProps {
  video: { creator_name: string; review_count: number; rating_total: number };
  creator: Pick<PublicProfile, "handle" | "portrait_key"> | null;
}

const linkLook =
  "inline-flex min-h-11 items-center gap-2.5 underline-offset-4 hover:text-ink hover:underline";

/** The creator and the rating, with links to both. */
export function TitleLine({ video, creator }: TitleLineProps) {
  const t = useText();
  const linkTo = useLinkTo();
  const by = t("common.by", { name: video.creator_name });
  return (
    <div className="mt-2 mb-4 flex flex-wrap items-center gap-x-5 text-ink-soft">
      {creator ? (
        <Link {...linkTo(creatorPath(creator.handle))} className={linkLook}>
          <Portrait {...portraitSource(creator.portrait_key)} sizes="2rem" name={video.creator_name} eager />
          <span className="break-words">{by}</span>
        </Link>
      ) : (
        <p className="py-2.5">{by}</p>
      )}
      {video.review_count > 0 && (
        <a href={`#${reviewsSectionId}`} className={linkLook}>
          <RatingMark figures={video} />
        </a>
      )}
    </div>
  );
}

interface VideoFactsProps {
  seconds: number | null;
  /** In the page's language. */
  language: string | undefined;
  /** Names of the languages; null if the captions are YouTube's. */
  captions: string[] | null;
  publishedAt: Date | string | null;
  updatedAt: Date | string | null;
}

export function VideoFacts({ seconds, language, captions, publishedAt, updatedAt }: VideoFactsProps) {
  const t = useText();
  const locale = useLocale();
  const day = updatedAt ?? publishedAt;
  const facts = [
    seconds !== null && { name: t("salesPage.duration"), value: shortDuration(seconds) },
    language && { name: t("salesPage.language"), value: language },
    captions !== null && {
      name: t("salesPage.captions"),
      value: captions.join(", ") || t("salesPage.no"),
    },
    day && {
      name: t(updatedAt ? "salesPage.updated" : "salesPage.published"),
      value: formatDay(new Date(day), locale),
    },
  ].filter((fact) => !!fact);
  if (facts.length === 0) return null;
  return (
    <dl
      aria-label={t("salesPage.details")}
      className="mt-8 grid grid-cols-[repeat(auto-fit,minmax(min(100%,8rem),1fr))] gap-4 border-y border-line py-5 sm:grid-cols-4"
    >
      {facts.map(({ name, value }) => (
        <div key={name}>
          <dt className="text-sm text-ink-faint">{name}</dt>
          <dd className="font-semibold tabular-nums">{value}</dd>
        </div>
      ))}
    </dl>
  );
}

export interface ActionVideo {
  id: string;
  title: string;
  price_cents: number;
  /** The coupon whose price is shown. */
  coupon?: string | undefined;
}

/** This viewer's one action: buy, see the status of the pending payment, watch, or edit their own. */
export function VideoAction({ video, shown }: { video: ActionVideo; shown: WatchButtonState }) {
  const t = useText();
  const linkTo = useLinkTo();
  const isFree = video.price_cents === 0;
  if (isFree && shown.step === "buy") {
    return (
      <FreeForm videoId={video.id} coupon={video.coupon} size="large">
        {t("marketplace.watch")}
      </FreeForm>
    );
  }
  if (shown.step === "buy") {
    return (
      <BuyForm videoId={video.id} priceCents={video.price_cents} coupon={video.coupon} size="large">
        {t("marketplace.buy")}
      </BuyForm>
    );
  }
  if (shown.step === "held" && shown.saleId) {
    return (
      <ButtonLink {...linkTo(paymentPath(shown.saleId))} size="large">
        {t(seePaymentKey(shown.awaited))}
      </ButtonLink>
    );
  }
  if (shown.step === "own") {
    return (
      <ButtonLink
        {...linkTo(`/creator/videos/${video.id}/edit`)}
        reloadDocument
        variant="secondary"
        size="large"
      >
        {t("salesPage.edit")}
      </ButtonLink>
    );
  }
  // A signed-out viewer may have bought it; beside a price the button says "Buy" all the same.
  const isLogin = shown.step === "login";
  return (
    <WatchButton
      videoId={video.id}
      title={video.title}
      priceCents={video.price_cents}
      coupon={video.coupon}
      state={shown}
      size="large"
      {...(isLogin ? { look: "buy" } : {})}
    >
      {t(isLogin && !isFree ? "marketplace.buy" : "marketplace.watch")}
    </WatchButton>
  );
}
