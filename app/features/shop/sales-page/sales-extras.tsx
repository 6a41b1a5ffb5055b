/** Parts that load beside the sales page, to keep its first script small. */
import { Form } from "@remix-run/react";
import { couponParameter } from "~/features/orders/coupons/coupon-rules";
import type { AttachmentList } from "~/features/videos/lesson-files/describe-files.server";
import { videoPath } from "~/features/videos/listing/video-address";
import { type Currency, formatMoney } from "~/i18n/money";
import { languageField } from "~/i18n/page-language";
import { useLinkTo, useLocale, useText } from "~/i18n/use-locale";
import { Button, ButtonLink } from "~/ui/button";
import { controlLook, FieldError, fieldWiring } from "~/ui/forms/field-frame";
import { Icon } from "~/ui/icons";
import { TextLink } from "~/ui/link";
import { classNames } from "~/ui/looks";
import { PageSection } from "./purchase-questions";
import type { CouponNotice } from "./show-sales-page.server";
import type { ActionVideo } from "./video-action";

/** Works with or without an account. The same for everybody, because the page is cached. */
export function SaveForm({ videoId }: { videoId: string }) {
  const t = useText();
  const saved = useLinkTo()("/saved");
  return (
    <div className="flex flex-wrap items-center justify-center gap-x-2">
      <Form method="post" action={saved.to} navigate={false}>
        <input type="hidden" name="productId" value={videoId} />
        <Button name="intent" value="save" variant="quiet" size="small">
          {t("salesPage.save")}
        </Button>
      </Form>
      <TextLink {...saved} rel="nofollow" className="inline-flex min-h-11 items-center text-sm">
        {t("salesPage.seeSaved")}
      </TextLink>
    </div>
  );
}

interface CouponFormProps {
  video: ActionVideo & { currency: Currency };
  coupon: CouponNotice | undefined;
  /** In a phone's bar, above which it opens, or in the box beside the content. */
  look: "bar" | "box";
}

/** Puts the coupon into the page's address, which changes its price; a refused one says why. */
export function CouponForm({ video, coupon, look }: CouponFormProps) {
  const t = useText();
  const locale = useLocale();
  const linkTo = useLinkTo();
  const path = videoPath(video);
  const saved = coupon?.ok ? coupon.listPriceCents - video.price_cents : 0;
  const language = languageField(locale);
  const isBar = look === "bar";
  const error =
    coupon?.ok === false
      ? `${t("salesPage.couponNot", { code: coupon.code })}. ${coupon.refusal}`
      : undefined;
  const { control, errorId } = fieldWiring(couponParameter, error ? { error } : {}, `coupon-${look}`);
  return (
    <details open={isBar ? coupon !== undefined : error !== undefined}>
      <summary
        className={classNames(
          "flex min-h-11 cursor-pointer items-center text-sm font-semibold text-ink-soft hover:text-ink",
          isBar
            ? "list-none underline underline-offset-4 [&::-webkit-details-marker]:hidden"
            : "justify-center",
          isBar && coupon?.ok && "hidden",
        )}
      >
        {t("salesPage.haveCoupon")}
      </summary>
      <Form
        method="get"
        action={path}
        preventScrollReset
        autoComplete="off"
        className={
          isBar ? "absolute inset-x-0 bottom-full border-t border-line bg-surface px-4 pt-3 sm:px-6" : "pb-3"
        }
      >
        {language && <input type="hidden" {...language} />}
        <label htmlFor={control.id} className={isBar ? "sr-only" : "mb-1.5 block text-sm font-semibold"}>
          {t("salesPage.couponCode")}
        </label>
        <div className="flex gap-2">
          <input
            key={coupon?.code}
            {...control}
            defaultValue={coupon?.code}
            maxLength={60}
            autoCapitalize="characters"
            spellCheck={false}
            required
            className={controlLook(error, "min-w-0 flex-1")}
          />
          <Button type="submit" variant="secondary">
            {t("salesPage.applyCoupon")}
          </Button>
          {isBar && coupon && (
            <ButtonLink
              {...linkTo(path)}
              preventScrollReset
              variant="quiet"
              className="px-3"
              aria-label={t("salesPage.removeCoupon")}
            >
              <Icon name="close" />
            </ButtonLink>
          )}
        </div>
        {isBar && coupon?.ok && (
          <p className="mt-2 flex items-center gap-2 text-sm font-semibold text-forest-ink">
            <Icon name="check" className="size-4" />
            {t("salesPage.couponSaves", { amount: formatMoney(saved, video.currency, locale) })}
          </p>
        )}
        <FieldError {...(errorId && { id: errorId })}>{error}</FieldError>
      </Form>
    </details>
  );
}

export function FileList({ files: { title, note, items } }: { files: AttachmentList }) {
  return (
    <PageSection id="files" title={title}>
      <ul className="divide-y divide-line border-y border-line">
        {items.map(({ name, details }, at) => (
          <li key={[at, name].join()} className="flex flex-wrap justify-between gap-x-4 py-3">
            <span className="min-w-0 font-semibold break-words">{name}</span>
            <span className="text-ink-soft tabular-nums">{details}</span>
          </li>
        ))}
      </ul>
      <p className="mt-3 text-sm text-ink-soft">{note}</p>
    </PageSection>
  );
}
