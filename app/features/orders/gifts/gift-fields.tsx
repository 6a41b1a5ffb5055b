import { Form } from "@remix-run/react";
import type { ReactNode } from "react";
import { AcceptsTerms } from "~/features/accounts/accounts/accepts-terms";
import type { Currency } from "~/features/base/money/currency";
import { formatMoney } from "~/features/base/money/money";
import { useLocale, useText } from "~/i18n/use-locale";
import { Button } from "~/ui/button";
import { Field } from "~/ui/forms/field";
import { FormError } from "~/ui/forms/form-error";
import { TextAreaField } from "~/ui/forms/text-area-field";
import { Thumbnail } from "~/ui/thumbnail";
import { giftMessageLength } from "./gift-limits";

interface GiftFieldsProps {
  product: {
    title: string;
    thumbnail_url: string | null;
    creator_name: string | null;
    price_cents: number;
    currency: Currency;
  };
  errorOf: (field: string) => string | undefined;
  typedIn: (field: string) => string | undefined;
  /** What the purchase needs besides. */
  children: ReactNode;
}

/** The form of a gift: product, recipient, day and message. It leads to the payment page. */
export function GiftFields({ product, errorOf, typedIn, children }: GiftFieldsProps) {
  const t = useText();
  const locale = useLocale();
  const field = (name: string) => ({ name, error: errorOf(name), defaultValue: typedIn(name) ?? "" });
  const price = formatMoney(product.price_cents, product.currency, locale);
  const problem = errorOf("form");
  return (
    <Form method="post" reloadDocument noValidate className="space-y-5">
      <div className="grid grid-cols-[7rem_minmax(0,1fr)] items-center gap-4">
        <Thumbnail src={product.thumbnail_url} alt="" eager="first" className="rounded-cover" />
        <div>
          <h2 className="row-title break-words">{product.title}</h2>
          {product.creator_name && (
            <p className="text-sm text-ink-soft">{t("gifts.by", { name: product.creator_name })}</p>
          )}
          <p className="mt-1 text-lg font-bold tabular-nums">{price}</p>
        </div>
      </div>
      {problem && <FormError>{problem}</FormError>}
      {children}
      <Field
        {...field("email")}
        type="email"
        label={t("gifts.email")}
        hint={t("gifts.emailHint")}
        autoComplete="off"
        maxLength={254}
        required
      />
      <Field
        {...field("day")}
        type="date"
        label={t("gifts.day")}
        hint={t("gifts.dayHint")}
        optionalLabel={t("common.optional")}
      />
      <TextAreaField
        {...field("message")}
        label={t("gifts.message")}
        optionalLabel={t("common.optional")}
        maxLength={giftMessageLength}
      />
      <Button variant="buy" size="large" className="w-full">
        {t("gifts.pay", { price })}
      </Button>
      <p className="text-sm text-ink-soft">{t("gifts.withdrawal")}</p>
      <AcceptsTerms by="buying" />
    </Form>
  );
}
