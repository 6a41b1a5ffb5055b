import type { Currency } from "~/features/base/money/currency";
import { listOfferedMethods, type OfferedMethod } from "~/features/orders/checkout/payment-methods-offered";
import { languages } from "~/i18n/languages";
import { useLocale, useText } from "~/i18n/use-locale";
import { Icon, type IconName } from "~/ui/icons";

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
