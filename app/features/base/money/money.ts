import { defaultLocale, type Locale, languages } from "~/i18n/languages";

/** Made when first needed: making one costs some forty times what using it does, and a page shows dozens of prices. */
const formats = new Map<string, Intl.NumberFormat>();

/**
 * Returns an amount for people: the currency's own symbol (R$, $, €) and two decimals (product.md, Constants), such as
 * "R$ 49,90" (pt) or "R$49.90" (en). `cents`: whole cents.
 */
export function formatMoney(cents: number, currency: Currency, locale: Locale = defaultLocale): string {
  const key = `${locale} ${currency}`;
  const format = formats.get(key) ?? makeFormat(currency, locale);
  formats.set(key, format);
  return format.format(cents / 100);
}

/**
 * Returns the price of a product for people: that it is free, or the amount.
 * @param cents 0 for a free product
 */
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

/** The currencies the product knows (product.md, Constants). Uploads and payouts are always BRL. */
export const currencies = ["BRL", "USD", "EUR"] as const;

export type Currency = (typeof currencies)[number];
