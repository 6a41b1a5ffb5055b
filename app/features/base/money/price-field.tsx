import { type ComponentPropsWithoutRef, type ReactNode, useEffect, useRef, useState } from "react";
import { useLocale, useText } from "~/i18n/use-locale";
import { Field } from "~/ui/forms/field";
import type { Currency } from "./currency";
import { formatMoney } from "./money";
import { formatCreatorShare, splitSale } from "./platform-share";
import { parsePrice, pricePattern } from "./price";

type PriceFieldProps = Pick<ComponentPropsWithoutRef<"input">, "defaultValue"> & {
  label: string;
  hint: ReactNode;
  error: string | undefined;
  currency: Currency;
  /** The platform's share of the creator's sales, in basis points. */
  shareBp: number;
};

/**
 * The price of something for sale, with what its creator receives of it: the percentage, and with script the amount as
 * it is typed. Of a price that would be refused only the percentage is shown.
 */
export function PriceField({ label, hint, error, currency, shareBp, defaultValue }: PriceFieldProps) {
  const t = useText();
  const locale = useLocale();
  const frame = useRef<HTMLDivElement>(null);
  const [typed, setTyped] = useState("");
  // The browser may hold a value that was typed before the script ran, or restored by going back.
  useEffect(() => setTyped(frame.current?.querySelector("input")?.value ?? ""), []);
  const price = parsePrice(typed);
  return (
    <div ref={frame} onInput={() => setTyped(frame.current?.querySelector("input")?.value ?? "")}>
      <Field
        name="price"
        label={label}
        hint={hint}
        prefix={currency === "BRL" ? "R$" : undefined}
        error={error}
        defaultValue={defaultValue}
        inputMode="decimal"
        pattern={pricePattern}
        title={t("videos.priceInvalid")}
        required
      />
      <output
        htmlFor="field-price"
        className="mt-2 block rounded-control bg-success-soft px-3 py-2 text-sm text-on-success-soft"
      >
        {price.ok
          ? t("creator.youReceive", {
              amount: formatMoney(splitSale(price.cents, shareBp).creatorEarningsCents, currency, locale),
            })
          : t("creator.youReceivePercent", { percent: formatCreatorShare(shareBp, locale) })}
      </output>
    </div>
  );
}
