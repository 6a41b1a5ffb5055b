/** Parts of the sales page that load beside it: it loads no more script at first for them. */
import { Form } from "@remix-run/react";
import { couponParameter } from "~/features/orders/coupons/coupon-code";
import type { AttachmentList } from "~/features/videos/lesson-files/describe-files.server";
import { languageField } from "~/i18n/page-language";
import { useLinkTo, useLocale, useText } from "~/i18n/use-locale";
import { Button } from "~/ui/button";
import { classNames } from "~/ui/class-names";
import { controlLook, FieldError, fieldWiring } from "~/ui/forms/field-frame";
import { TextLink } from "~/ui/text-link";
import type { CouponNotice } from "./coupon-notice";
import { PageSection } from "./purchase-questions";

/** Saves the video for later, with or without an account. The same for everybody, as kept pages are. */
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
  path: string;
  coupon: CouponNotice | undefined;
  /** In the bar of a phone, above which it opens, or in the box beside the content. */
  look: "bar" | "box";
}

/** The coupon that a visitor has goes into the page's address, whose price it changes; a refused one says why. */
export function CouponForm({ path, coupon, look }: CouponFormProps) {
  const t = useText();
  const language = languageField(useLocale());
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
        <label htmlFor={control.id} className="mb-1.5 block text-sm font-semibold">
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
        </div>
        <FieldError {...(errorId && { id: errorId })}>{error}</FieldError>
      </Form>
    </details>
  );
}

/** What a buyer can download: name, type and size of each file. */
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
