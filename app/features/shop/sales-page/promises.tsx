import { listOfferedMethods, type OfferedMethod } from "~/features/orders/checkout/payment-methods-offered";
import { shortDuration } from "~/features/videos/listing/duration";
import { languages } from "~/i18n/languages";
import { type Currency, formatMoney } from "~/i18n/money";
import { useLocale, useText } from "~/i18n/use-locale";
import { Icon, type IconName } from "~/ui/icons";
import { PageSection } from "./purchase-questions";
import type { CouponNotice } from "./show-sales-page.server";

/** Renders nothing without learning points. */
export function LearningPoints({ outcomes }: { outcomes: readonly string[] }) {
  const t = useText();
  if (outcomes.length === 0) return null;
  return (
    <PageSection title={t("salesPage.outcomes")}>
      <ul className="grid gap-x-10 gap-y-3 sm:grid-cols-2">
        {outcomes.map((outcome) => (
          <li key={outcome} className="flex gap-3 [overflow-wrap:anywhere]">
            <Icon name="check" className="mt-0.5 size-5 text-forest-ink" />
            <span className="min-w-0">{outcome}</span>
          </li>
        ))}
      </ul>
    </PageSection>
  );
}

interface IncludedProps {
  seconds: number | null;
  /** Names of the languages; null if unknown, as for YouTube. */
  captions: string[] | null;
  /** In the page's language. */
  files: string | undefined;
}

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

/** The price without the coupon, struck through if that is allowed (`struck-price.ts`). */
export function PriceBefore({ coupon, currency }: { coupon: CouponNotice | undefined; currency: Currency }) {
  const t = useText();
  const locale = useLocale();
  if (!coupon?.ok || !coupon.mayStrike) return null;
  return (
    <p className="text-ink-soft tabular-nums">
      <span className="sr-only">{t("salesPage.priceBefore")} </span>
      <s>{formatMoney(coupon.listPriceCents, currency, locale)}</s>
    </p>
  );
}

/** Says that the price includes the coupon of the address. */
export function CouponNote({
  coupon: { code, listPriceCents },
  currency,
}: {
  coupon: Extract<CouponNotice, { ok: true }>;
  currency: Currency;
}) {
  const t = useText();
  const locale = useLocale();
  const price = formatMoney(listPriceCents, currency, locale);
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

/** Withdrawal (CDC, art. 49), access and payment. */
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
