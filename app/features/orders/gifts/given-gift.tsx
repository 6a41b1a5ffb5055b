import { Form, useNavigation } from "@remix-run/react";
import type { ReactNode } from "react";
import { AcceptsTerms } from "~/features/base/accounts/terms";
import { type Currency, formatMoney } from "~/i18n/money";
import { useLinkTo, useLocale, useText } from "~/i18n/use-locale";
import type { useActionResult } from "~/platform/forms/use-action-result";
import { Button } from "~/ui/button";
import { CopyButton } from "~/ui/copy-text";
import { Field, TextAreaField } from "~/ui/forms/field";
import { FormError } from "~/ui/forms/form-error";
import { TextLink } from "~/ui/link";
import { Thumbnail } from "~/ui/thumbnail";
import { giftMessageLength } from "./gift-rules";

interface GivenGiftProps {
  gift: {
    id: string;
    thumbnailUrl: string | null;
    state: "open" | "taken" | "waiting" | "undone";
    /** False if the payment was undone, also after it was taken. */
    stillValid: boolean;
    takenOn: string | null;
    email: string | null;
    /** The day on which it will be sent; null if it was. */
    sendsOn: string | null;
    link: string | null;
  };
  result: ReturnType<typeof useActionResult>;
}

export function GivenGift({ gift, result }: GivenGiftProps) {
  const t = useText();
  const linkTo = useLinkTo();
  const { formData } = useNavigation();
  const { state, email, sendsOn } = gift;
  return (
    <div className="space-y-6">
      <Thumbnail src={gift.thumbnailUrl} alt="" eager="first" className="max-w-60 rounded-cover" />
      {gift.takenOn && <p className="font-semibold">{t("gifts.takenOn", { date: gift.takenOn })}</p>}
      {state === "waiting" && <p>{t("gifts.waiting")}</p>}
      {!gift.stillValid && state !== "waiting" && <p>{t("gifts.undone")}</p>}
      {state === "open" && (
        <p className="font-semibold [overflow-wrap:anywhere]">
          {!email
            ? t("gifts.notSent")
            : sendsOn
              ? t("gifts.sendsOn", { email, date: sendsOn })
              : t("gifts.sentTo", { email })}
        </p>
      )}
      {gift.link && (
        <>
          <Field
            name="link"
            label={t("gifts.link")}
            hint={t("gifts.linkHint")}
            value={gift.link}
            readOnly
            autoComplete="off"
          />
          <CopyButton
            text={gift.link}
            copyLabel={t("gifts.copy")}
            copiedLabel={t("gifts.copied")}
            label={t("gifts.copy")}
            look="small"
          />
          <Form method="post" className="space-y-3 border-t border-line pt-6" noValidate>
            <h2 className="text-xl">{t("gifts.other")}</h2>
            <p className="text-sm text-ink-soft">{t("gifts.otherText")}</p>
            <input type="hidden" name="intent" value="send" />
            <Field
              {...result.field("email")}
              type="email"
              label={t("gifts.email")}
              autoComplete="off"
              maxLength={254}
              required
            />
            <Button variant="secondary" pending={formData?.get("intent") === "send"}>
              {t("gifts.send")}
            </Button>
          </Form>
          <Form method="post" className="space-y-3 border-t border-line pt-6">
            <p className="text-sm text-ink-soft">{t("gifts.revokeText")}</p>
            <input type="hidden" name="intent" value="revoke" />
            <Button variant="quiet" pending={formData?.get("intent") === "revoke"}>
              {t("gifts.revoke")}
            </Button>
          </Form>
        </>
      )}
      <p className="flex flex-wrap gap-x-6 border-t border-line pt-4">
        <TextLink {...linkTo("/purchases")}>{t("gifts.givenBack")}</TextLink>
        {gift.stillValid && (
          <>
            <TextLink {...linkTo(`/purchases/${gift.id}/receipt`)}>{t("gifts.receipt")}</TextLink>
            <TextLink {...linkTo(`/purchases/${gift.id}/withdraw`)}>{t("gifts.withdraw")}</TextLink>
          </>
        )}
      </p>
    </div>
  );
}

interface GiftFieldsProps {
  product: {
    title: string;
    thumbnail_url: string | null;
    creator_name: string | null;
    price_cents: number;
    currency: Currency;
  };
  result: ReturnType<typeof useActionResult>;
  children: ReactNode;
}

export function GiftFields({ product, result, children }: GiftFieldsProps) {
  const t = useText();
  const locale = useLocale();
  const { field } = result;
  const price = formatMoney(product.price_cents, product.currency, locale);
  const problem = result.errorOf("form");
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
