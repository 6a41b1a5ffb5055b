import { type ComponentPropsWithoutRef, type ReactNode, useEffect, useRef, useState } from "react";
import { useLocale, useText } from "~/i18n/use-locale";
import { Field } from "~/ui/forms/field";
import { RadioGroup } from "~/ui/forms/radio-group";
import { type Currency, formatMoney } from "./money";
import { formatCreatorShare, splitSale } from "./platform-share";
import { type Pricing, parsePrice, pricePattern, pricingField } from "./price";

type PriceFieldProps = Pick<ComponentPropsWithoutRef<"input">, "defaultValue"> & {
  label: string;
  hint: ReactNode;
  error: string | undefined;
  currency: Currency;
  /** The platform's share of the creator's sales, in basis points. */
  shareBp: number;
  /** Whether the product is offered for money or for nothing; other values are the former. */
  pricing?: string | undefined;
  /** Beside the price. */
  beside?: ReactNode;
};

/**
 * Whether a product is free, and otherwise its price, with what its creator receives of it: the percentage, and with
 * script the amount as it is typed. Of a price that would be refused only the percentage is shown. The price of a free
 * product is not asked for: without script the field stays and does not count.
 */
export function PriceField({
  label,
  hint,
  error,
  currency,
  shareBp,
  defaultValue,
  pricing: given,
  beside,
}: PriceFieldProps) {
  const t = useText();
  const locale = useLocale();
  const frame = useRef<HTMLDivElement>(null);
  const [typed, setTyped] = useState("");
  const pricing: Pricing = given === "free" ? "free" : "paid";
  const [isFree, setIsFree] = useState(false);
  useEffect(() => {
    // The browser may hold a value that was typed before the script ran, or restored by going back.
    setTyped(frame.current?.querySelector("input")?.value ?? "");
    setIsFree(pricing === "free");
  }, [pricing]);
  const price = parsePrice(typed);
  return (
    <div className="space-y-6">
      <RadioGroup
        name={pricingField}
        label={t("creator.pricing")}
        defaultValue={pricing}
        onValueChange={(chosen) => setIsFree(chosen === "free")}
        options={[
          { value: "paid", label: t("creator.pricingPaid") },
          { value: "free", label: t("creator.pricingFree"), hint: t("creator.pricingFreeHint") },
        ]}
      />
      <div hidden={isFree}>
        <div className={beside ? "grid gap-6 sm:grid-cols-2" : undefined}>
          {beside}
          <div ref={frame} onInput={() => setTyped(frame.current?.querySelector("input")?.value ?? "")}>
            <Field
              name="price"
              label={label}
              hint={hint}
              prefix={currency === "BRL" ? "R$" : undefined}
              error={error}
              defaultValue={defaultValue}
              disabled={isFree}
              inputMode="decimal"
              pattern={pricePattern}
              title={t("videos.priceInvalid")}
            />
            <output
              htmlFor="field-price"
              className="mt-2 block rounded-control bg-success-soft px-3 py-2 text-sm text-on-success-soft"
            >
              {price.ok
                ? t("creator.youReceive", {
                    amount: formatMoney(
                      splitSale(price.cents, shareBp).creatorEarningsCents,
                      currency,
                      locale,
                    ),
                  })
                : t("creator.youReceivePercent", { percent: formatCreatorShare(shareBp, locale) })}
            </output>
          </div>
        </div>
      </div>
    </div>
  );
}
