import { type ReactNode, useEffect, useRef, useState } from "react";
import type { Currency } from "~/i18n/money";
import { formatMoney } from "~/i18n/money";
import { useLocale, useText } from "~/i18n/use-locale";
import { Field } from "~/ui/forms/field";
import { classNames, progressLook } from "~/ui/looks";
import { formatCreatorShare, splitSale } from "./platform-share";
import { parsePrice, pricePattern, pricingField } from "./price";

interface PriceFieldProps {
  label: string;
  hint?: ReactNode;
  error: string | undefined;
  currency: Currency;
  /** In basis points. */
  shareBp: number;
  defaultValue: string | undefined;
  /** `pricingField`; other values mean "paid". */
  pricing: string | undefined;
}

/** With what the creator receives: with script the amounts, else the percentage. Ignored for a free product. */
export function PriceField({
  label,
  hint,
  error,
  currency,
  shareBp,
  defaultValue,
  pricing,
}: PriceFieldProps) {
  const t = useText();
  const locale = useLocale();
  const frame = useRef<HTMLDivElement>(null);
  const [{ typed, isFree }, setForm] = useState({ typed: "", isFree: false });
  useEffect(() => {
    const form = frame.current?.closest("form");
    // The browser may hold a value typed before the script ran, or restored by going back.
    const read = () => {
      const data = form && new FormData(form);
      setForm({
        typed: frame.current?.querySelector("input")?.value ?? "",
        isFree: data?.get(pricingField) === "free",
      });
    };
    read();
    form?.addEventListener("input", read);
    return () => form?.removeEventListener("input", read);
  }, []);
  const price = parsePrice(typed);
  const amount = (cents: number) => formatMoney(cents, currency, locale);
  const parts = price.ok ? splitSale(price.cents, shareBp) : undefined;
  return (
    <div ref={frame}>
      <Field
        name="price"
        label={label}
        hint={isFree ? t("creator.pricingFreeHint") : hint}
        prefix={currency === "BRL" ? "R$" : undefined}
        error={error}
        defaultValue={pricing === "free" ? undefined : defaultValue}
        readOnly={isFree}
        inputMode="decimal"
        pattern={pricePattern}
        title={t("videos.priceInvalid")}
      />
      {!isFree && (
        <output htmlFor="field-price" className="mt-2 block text-sm">
          <progress
            aria-hidden="true"
            max={10_000}
            value={10_000 - shareBp}
            className={classNames(progressLook, "h-2 w-full")}
          />
          <span className="flex flex-wrap justify-between gap-x-4 tabular-nums">
            <span className="text-forest-ink">
              {parts
                ? t("creator.youReceive", { amount: amount(parts.creatorEarningsCents) })
                : t("creator.youReceivePercent", { percent: formatCreatorShare(shareBp, locale) })}
            </span>
            {parts && (
              <span className="text-ink-soft">
                {t("creator.platformReceives", { amount: amount(parts.platformFeeCents) })}
              </span>
            )}
          </span>
        </output>
      )}
    </div>
  );
}

export function FreeSwitch({ pricing }: { pricing: string | undefined }) {
  const t = useText();
  return (
    <label className="flex min-h-11 cursor-pointer items-center justify-between gap-4">
      <span>
        <span className="block font-semibold">{t("creator.pricingFree")}</span>
        <span className="block text-sm text-ink-soft">{t("creator.pricingFreeHint")}</span>
      </span>
      <input
        type="checkbox"
        name={pricingField}
        value="free"
        defaultChecked={pricing === "free"}
        className="size-5 shrink-0 accent-forest"
      />
    </label>
  );
}
