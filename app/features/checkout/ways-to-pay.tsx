import type { Currency } from "~/features/money/currency";
import { languages } from "~/i18n/languages";
import { useLocale, useText } from "~/i18n/use-locale";
import { listOfferedMethods } from "./payment-methods-offered";

const names = { card: "sales.byCard", pix: "sales.byPix", boleto: "sales.byBoleto" } as const;

/** Names the ways to pay that are offered for a price in cents, and no other. */
export function WaysToPay({ priceCents, currency }: { priceCents: number; currency: Currency }) {
  const t = useText();
  const format = new Intl.ListFormat(languages[useLocale()].numbers, { type: "disjunction" });
  const methods = listOfferedMethods(priceCents, currency).map((method) => t(names[method]));
  return <>{t("sales.waysToPay", { methods: format.format(methods) })}</>;
}
