import type { Locale } from "~/i18n/locale";
import type { Currency } from "./currency";

const tags: Record<Locale, string> = { pt: "pt-BR", en: "en-US" };

/** Made when first needed: making one costs some forty times what using it does, and a page shows dozens of prices. */
const formats = new Map<string, Intl.NumberFormat>();

/**
 * Writes an amount for people: the currency's own symbol (R$, $, €) and two decimals (product.md, Constants).
 * Takes integer cents; gives text such as "R$ 49,90" (pt) or "R$49.90" (en).
 */
export function formatMoney(cents: number, currency: Currency, locale: Locale = "pt"): string {
  const key = `${locale} ${currency}`;
  const format = formats.get(key) ?? makeFormat(currency, locale);
  formats.set(key, format);
  return format.format(cents / 100);
}

function makeFormat(currency: Currency, locale: Locale): Intl.NumberFormat {
  return new Intl.NumberFormat(tags[locale], {
    style: "currency",
    currency,
    currencyDisplay: "narrowSymbol",
  });
}
