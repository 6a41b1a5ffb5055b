import { defaultLocale, type Locale, languages } from "~/i18n/languages";

/** Making one costs some forty times what using it does. */
const formats = new Map<string, Intl.NumberFormat>();

/** Such as "R$ 49,90" (pt) or "R$49.90" (en); product.md, Constants. */
export function formatMoney(cents: number, currency: Currency, locale: Locale = defaultLocale): string {
  const key = `${locale} ${currency}`;
  const format = formats.get(key) ?? makeFormat(currency, locale);
  formats.set(key, format);
  return format.format(cents / 100);
}

/** 0 is shown as free. */
export function formatPrice(cents: number, currency: Currency, locale: Locale = defaultLocale): string {
  return cents === 0 ? languages[locale].free : formatMoney(cents, currency, locale);
}

function makeFormat(currency: Currency, locale: Locale): Intl.NumberFormat {
  return new Intl.NumberFormat(languages[locale].numbers, {
    style: "currency",
    currency,
    currencyDisplay: "narrowSymbol",
  });
}

/** product.md, Constants. Uploads and payouts are always BRL. */
export const currencies = ["BRL", "USD", "EUR"] as const;

export type Currency = (typeof currencies)[number];
