import type { Currency } from "~/features/base/money/currency";
import { formatMoney } from "~/features/base/money/money";
import { parseSeenPrice } from "~/features/orders/checkout/shown-price";
import { serverTexts } from "~/i18n/i18next.server";
import type { Locale } from "~/i18n/languages";

export interface PriceRiseNotice {
  title: string;
  text: string;
}

/**
 * Returns the explanation of a price that rose while its page was open, if the address names the lower one; otherwise
 * undefined. Translated on the server, as a coupon's refusal: few pages need it.
 */
export function describePriceRise(
  address: URL,
  price: { cents: number; currency: Currency },
  locale: Locale,
): PriceRiseNotice | undefined {
  const seenCents = parseSeenPrice(address, price.cents);
  if (seenCents === undefined) return undefined;
  const text = serverTexts[locale];
  const values = {
    before: formatMoney(seenCents, price.currency, locale),
    price: formatMoney(price.cents, price.currency, locale),
  };
  return { title: text("priceRise.title"), text: text("priceRise.text", values) };
}
