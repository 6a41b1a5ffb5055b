import type { ReactNode } from "react";
import { AcceptsTerms } from "~/features/base/accounts/terms";
import { AwaitedPaymentBadge } from "~/features/orders/checkout/awaited-payment-badge";
import type { WatchButtonState } from "~/features/orders/checkout/holding";
import { withCoupon } from "~/features/orders/coupons/coupon-rules";
import type { AttachmentList } from "~/features/videos/lesson-files/describe-files.server";
import { videoPath } from "~/features/videos/listing/video-address";
import type { PlayingDoubt } from "~/features/videos/media/conversion";
import { BuyerDoubt } from "~/features/videos/media/format-warning";
import { type Currency, formatMoney } from "~/i18n/money";
import { useLinkTo, useLocale, useText } from "~/i18n/use-locale";
import { ButtonLink } from "~/ui/button";
import { lazyForm } from "~/ui/forms/lazy-form";
import { Icon } from "~/ui/icons";
import { TextLink } from "~/ui/link";
import { buttonLook } from "~/ui/looks";
import { Notice } from "~/ui/notice";
import type { HoldingNotice, PriceRiseNotice } from "./describe-holding.server";
import { CouponNote, Included, PriceBefore, Promises, useMethodNames } from "./promises";
import { SharePage } from "./share-page";
import type { CouponNotice, FreeNotice } from "./show-sales-page.server";
import { type ActionVideo, VideoAction } from "./video-action";

const CouponForm = lazyForm("[name=cupom]", async () => (await import("./sales-extras")).CouponForm);
const SaveForm = lazyForm("[name=productId]", async () => (await import("./sales-extras")).SaveForm);

interface PriceBoxProps {
  video: ActionVideo & { currency: Currency };
  shown: WatchButtonState;
  doubt?: PlayingDoubt | undefined;
  coupon: CouponNotice | undefined;
  free: FreeNotice | undefined;
  files?: Pick<AttachmentList, "included"> | undefined;
  rise: PriceRiseNotice | undefined;
  /** Why the viewer may not buy now, or lost access. */
  notice: HoldingNotice | undefined;
  about: { seconds: number | null; captions: string[] | null };
  /** How to reach the operator. `whatsapp`: the international number, digits only. */
  help: { email: string | undefined; whatsapp: string | undefined };
  appUrl: string;
  /** In cents, if the large price differs from what is left to pay. */
  listPriceCents?: number | undefined;
  /** Between the price and the button. */
  note?: ReactNode;
}

/** Beside the content on wide screens. On phones it has no frame, and price and button are in `PriceBar`. */
export function PriceBox(props: PriceBoxProps) {
  const { video, shown, doubt, coupon, free, files, rise, notice, about, help, appUrl, note } = props;
  const { listPriceCents = video.price_cents } = props;
  const t = useText();
  const linkTo = useLinkTo();
  const { step, awaited } = shown;
  const sells = step === "buy" || step === "login";
  const isFree = video.price_cents === 0;
  // On phones it is in the bar, beside the price.
  const couponForm = sells && !isFree && (
    <div className="hidden lg:block">
      <CouponForm video={video} coupon={coupon} look="box" />
    </div>
  );
  return (
    <div className="space-y-5 lg:rounded-3xl lg:border lg:border-line lg:bg-surface lg:p-7 lg:shadow-card">
      {rise && sells && (
        <Notice tone="warn" title={rise.title}>
          {rise.text}
        </Notice>
      )}
      <div className="hidden space-y-4 lg:block">
        <PriceHead
          video={{ ...video, price_cents: listPriceCents }}
          shown={shown}
          coupon={coupon}
          free={free}
        />
        {note}
        <div className="*:w-full">
          <VideoAction video={video} shown={shown} />
        </div>
        {sells && !isFree && <Methods video={video} />}
      </div>
      {coupon?.ok && sells && <CouponNote coupon={coupon} currency={video.currency} />}
      {coupon && !coupon.ok && couponForm}
      {step === "own" && (
        <ButtonLink
          {...linkTo(`/watch/${video.id}`)}
          variant="quiet"
          aria-label={`${t("marketplace.watch")}: ${video.title}`}
          className="w-full"
        >
          <Icon name="play" />
          {t("marketplace.watch")}
        </ButtonLink>
      )}
      {step === "paying" && <AwaitedPaymentBadge awaited={awaited} />}
      {notice && (
        <Notice tone={step === "disputed" ? "warn" : "info"} title={notice.title}>
          {notice.text} {notice.link && <TextLink {...linkTo(notice.link.to)}>{notice.link.label}</TextLink>}
        </Notice>
      )}
      {doubt && step !== "disputed" && <BuyerDoubt doubt={doubt} />}
      {sells && (
        <div className="lg:border-t lg:border-line lg:pt-5">
          <Included seconds={about.seconds} captions={about.captions} files={files?.included} />
          {!isFree && <Promises priceCents={video.price_cents} currency={video.currency} />}
          {!isFree && <AcceptsTerms by="buying" className="mt-4" />}
        </div>
      )}
      <div className="space-y-1">
        {!coupon && couponForm}
        {sells && <SaveForm videoId={video.id} />}
        {step !== "own" && !isFree && (
          <ButtonLink
            {...linkTo(withCoupon(`/videos/${video.id}/gift`, video.coupon))}
            rel="nofollow"
            variant="quiet"
            size="small"
            className="w-full"
          >
            {t("salesPage.gift")}
          </ButtonLink>
        )}
        {sells && <AskForHelp help={help} title={video.title} />}
        <SharePage appUrl={appUrl} path={videoPath(video)} title={video.title} />
      </div>
    </div>
  );
}

const stateNames = {
  bought: "marketplace.bought",
  paying: "sales.processing",
  held: "salesPage.held",
  disputed: "sales.disputed",
} as const;

function PriceHead({
  video,
  shown: { step },
  coupon,
  free,
}: Pick<PriceBoxProps, "video" | "shown" | "coupon" | "free">) {
  const t = useText();
  const locale = useLocale();
  if (step === "bought" || step === "paying" || step === "held" || step === "disputed")
    return <p className="text-xl font-bold">{t(stateNames[step])}</p>;
  if (step === "own") {
    return (
      <div>
        <p className="text-xl font-bold">{t("salesPage.own")}</p>
        <p className="text-sm text-ink-soft">{t("salesPage.ownText")}</p>
      </div>
    );
  }
  return (
    <div>
      <PriceBefore coupon={coupon} currency={video.currency} />
      <p className="text-[2.5rem] leading-tight font-bold text-primary tabular-nums">
        {free?.price ?? formatMoney(video.price_cents, video.currency, locale)}
      </p>
      <p className="text-sm text-ink-soft">{free?.text ?? t("salesPage.oneTime")}</p>
    </div>
  );
}

function Methods({ video }: Pick<PriceBoxProps, "video">) {
  const names = useMethodNames({ priceCents: video.price_cents, currency: video.currency });
  return (
    <ul className="flex flex-wrap gap-2 text-sm">
      {names.map((name) => (
        <li key={name} className="rounded-md border border-line px-2 py-0.5">
          {name}
        </li>
      ))}
    </ul>
  );
}

/** Links to WhatsApp if the operator has it, otherwise to e-mail. */
function AskForHelp({ help: { email, whatsapp }, title }: Pick<PriceBoxProps, "help"> & { title: string }) {
  const t = useText();
  if (!email && !whatsapp) return null;
  const href = whatsapp
    ? `https://wa.me/${whatsapp}?text=${encodeURIComponent(title)}`
    : `mailto:${email}?subject=${encodeURIComponent(title)}`;
  return (
    <p className="text-center text-sm text-ink-soft">
      {t("salesPage.doubts")}{" "}
      <a
        href={href}
        rel="noopener noreferrer"
        className="inline-flex min-h-11 items-center font-semibold underline underline-offset-4"
      >
        {t(whatsapp ? "salesPage.askByWhatsApp" : "salesPage.askByMail")}
      </a>
    </p>
  );
}

/** On phones: price and button at the bottom of the window, or below the content at its end. */
export function PriceBar({
  video,
  shown,
  coupon,
  free,
}: Pick<PriceBoxProps, "video" | "shown" | "coupon" | "free">) {
  const t = useText();
  const locale = useLocale();
  const { step } = shown;
  return (
    <div className="sticky bottom-0 z-20 flex flex-wrap items-center gap-x-4 gap-y-2 border-t border-line bg-surface px-4 sm:px-6 pt-3 pb-[max(0.75rem,env(safe-area-inset-bottom))] shadow-[0_-8px_24px_-16px_rgb(40_25_10/0.35)] lg:hidden">
      <div className={step === "own" ? "sr-only" : "shrink-0"}>
        {step === "buy" || step === "login" ? (
          <>
            <p className="text-xl leading-tight font-bold text-primary tabular-nums">
              {free?.price ?? formatMoney(video.price_cents, video.currency, locale)}
            </p>
            <PriceBefore coupon={coupon} currency={video.currency} />
            {free ? (
              <p className="text-xs text-ink-soft">{free.text}</p>
            ) : (
              <CouponForm video={video} coupon={coupon} look="bar" />
            )}
          </>
        ) : (
          <p className="font-semibold">{t(step === "own" ? "salesPage.own" : stateNames[step])}</p>
        )}
      </div>
      <div className="max-w-full min-w-fit flex-1 *:w-full">
        <VideoAction video={video} shown={shown} />
      </div>
      {step === "own" && (
        // A fragment inside a closed `details` opens it (HTML Standard, "ancestor details revealing algorithm").
        <a href="#share" className={buttonLook("primary", "large", "flex-1")}>
          {t("sharing.share")}
        </a>
      )}
    </div>
  );
}
