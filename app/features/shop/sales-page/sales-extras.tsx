/** Parts of the sales page that load beside it: it loads no more script at first for them. */
import { Form } from "@remix-run/react";
import { couponParameter } from "~/features/orders/coupons/coupon-code";
import type { AttachmentList } from "~/features/videos/lesson-files/describe-files.server";
import { languageField } from "~/i18n/page-language";
import { useLinkTo, useLocale, useText } from "~/i18n/use-locale";
import { Button } from "~/ui/button";
import { Field } from "~/ui/forms/field";
import { PageSection } from "./purchase-questions";

/** Saves the video for later, with or without an account. The same for everybody, as kept pages are. */
export function SaveForm({ videoId }: { videoId: string }) {
  const t = useText();
  const { to } = useLinkTo()("/saved");
  return (
    <Form method="post" action={to} navigate={false}>
      <input type="hidden" name="productId" value={videoId} />
      <Button name="intent" value="save" variant="quiet" size="small" className="w-full">
        {t("salesPage.save")}
      </Button>
    </Form>
  );
}

/** The coupon that a visitor has goes into the page's address, whose price it changes. `refused`: what was typed. */
export function CouponForm({ path, refused }: { path: string; refused: string | undefined }) {
  const t = useText();
  const language = languageField(useLocale());
  return (
    <details open={refused !== undefined}>
      <summary className="flex min-h-11 cursor-pointer items-center justify-center text-sm font-semibold text-ink-soft hover:text-ink">
        {t("salesPage.haveCoupon")}
      </summary>
      <Form
        method="get"
        action={path}
        preventScrollReset
        autoComplete="off"
        className="flex items-end gap-2 pb-3"
      >
        {language && <input type="hidden" {...language} />}
        <Field
          key={refused}
          name={couponParameter}
          label={t("salesPage.couponCode")}
          defaultValue={refused}
          maxLength={60}
          autoCapitalize="characters"
          spellCheck={false}
          required
          className="min-w-0 flex-1"
        />
        <Button type="submit" variant="quiet">
          {t("salesPage.applyCoupon")}
        </Button>
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
