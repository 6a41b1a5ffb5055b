import type { Currency } from "~/features/base/money/currency";
import { formatMoney } from "~/features/base/money/money";
import type { PageTexts } from "~/i18n/texts";

interface Sale {
  coupon: string | null;
  list_price_cents: number | null;
  currency: Currency;
}

/** Returns the fact of a mail that names the coupon of a sale; empty without one. */
export function couponFact(
  { coupon, list_price_cents, currency }: Sale,
  { text, locale }: PageTexts,
): { label: string; value: string }[] {
  if (!coupon || list_price_cents === null) return [];
  const price = formatMoney(list_price_cents, currency, locale);
  return [{ label: text("receipt.coupon"), value: text("receipt.couponOf", { code: coupon, price }) }];
}
