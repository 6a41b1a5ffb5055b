/** Parts of the sales page that load beside it: it loads no more script at first for them. */
import { Form } from "@remix-run/react";
import { type Currency, formatMoney } from "~/features/base/money/money";
import { listOfferedMethods, type OfferedMethod } from "~/features/orders/checkout/payment-methods-offered";
import { couponParameter } from "~/features/orders/coupons/coupon-validity";
import type { AttachmentList } from "~/features/videos/lesson-files/describe-files.server";
import { shortDuration } from "~/features/videos/listing/duration";
import { languages } from "~/i18n/languages";
import { languageField } from "~/i18n/page-language";
import { useLinkTo, useLocale, useText } from "~/i18n/use-locale";
import { Button } from "~/ui/button";
import { Field } from "~/ui/forms/field";
import { Icon, type IconName } from "~/ui/icons";
import { Notice } from "~/ui/notice";
import { VisuallyHidden } from "~/ui/visually-hidden";
import type { CouponNotice } from "./coupon-notice";
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

interface IncludedProps {
  seconds: number | null;
  /** Names of the languages; null if the captions are not ours to know. */
  captions: string[] | null;
  /** The files that come with it, in the page's language. */
  files: string | undefined;
}

/** What the price includes, as far as it is stored: the length of the video, its captions and files. */
export function Included({ seconds, captions, files }: IncludedProps) {
  const t = useText();
  const items = [
    seconds === null ? "" : t("salesPage.includesLength", { length: shortDuration(seconds) }),
    captions?.length ? t("salesPage.includesCaptions", { languages: captions.join(", ") }) : "",
    files ?? "",
  ].filter((item) => item !== "");
  if (items.length === 0) return null;
  return (
    <ul aria-label={t("salesPage.includes")} className="mb-4 space-y-2">
      {items.map((item) => (
        <li key={item} className="flex gap-3">
          <Icon name="check" className="mt-0.5 size-5 text-forest-ink" />
          {item}
        </li>
      ))}
    </ul>
  );
}

/** The price without the coupon, struck through, if it may be (`claim-coupon.server.ts`). */
export function PriceBefore({ coupon, currency }: { coupon: CouponNotice | undefined; currency: Currency }) {
  const t = useText();
  const locale = useLocale();
  if (!coupon?.ok || !coupon.mayStrike) return null;
  return (
    <p className="text-ink-soft tabular-nums">
      <VisuallyHidden>{t("salesPage.priceBefore")} </VisuallyHidden>
      <s>{formatMoney(coupon.listPriceCents, currency, locale)}</s>
    </p>
  );
}

/** Says that the coupon of the address is in the price, or why it is not. */
export function CouponNote({ coupon, currency }: { coupon: CouponNotice; currency: Currency }) {
  const t = useText();
  const locale = useLocale();
  const { code } = coupon;
  if (!coupon.ok) {
    return (
      <Notice tone="warn" title={t("salesPage.couponNot", { code })}>
        {coupon.refusal}
      </Notice>
    );
  }
  const price = formatMoney(coupon.listPriceCents, currency, locale);
  return <p className="font-semibold text-forest-ink">{t("salesPage.couponOn", { code, price })}</p>;
}

const names = { card: "salesPage.card", pix: "salesPage.pix", boleto: "salesPage.boleto" } as const;
const shownOrder: OfferedMethod[] = ["pix", "card", "boleto"];

interface Priced {
  priceCents: number;
  currency: Currency;
}

export function useMethodNames({ priceCents, currency }: Priced): string[] {
  const t = useText();
  const offered = listOfferedMethods(priceCents, currency);
  return shownOrder.filter((method) => offered.includes(method)).map((method) => t(names[method]));
}

/** A buyer's guarantees: withdrawal (CDC, art. 49), access and payment. */
export function Promises(price: Priced) {
  const t = useText();
  const locale = useLocale();
  const list = new Intl.ListFormat(languages[locale].numbers, { type: "disjunction" });
  const [first = "", ...rest] = useMethodNames(price);
  const methods = list.format([first, ...rest.map((name) => name.toLowerCase())]);
  const promises: [icon: IconName, title: string, text: string][] = [
    ["undo", t("salesPage.withdrawal"), t("salesPage.withdrawalText")],
    ["clock", t("salesPage.access"), t("salesPage.accessText")],
    ["shield", t("salesPage.safe"), t("salesPage.safeText", { methods })],
  ];
  return (
    <ul className="space-y-4">
      {promises.map(([icon, title, text]) => (
        <li key={icon} className="flex gap-3">
          <Icon name={icon} className="mt-0.5 size-5 text-forest-ink" />
          <div>
            <p className="leading-snug font-semibold">{title}</p>
            <p className="text-sm text-ink-soft">{text}</p>
          </div>
        </li>
      ))}
    </ul>
  );
}
