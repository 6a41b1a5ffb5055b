import { Form, useFetcher, useNavigation } from "@remix-run/react";
import { type FormEvent, type ReactNode, useEffect, useState } from "react";
import { parseAmount } from "~/features/base/money/price";
import { formatMoney } from "~/i18n/money";
import { useLinkTo, useLocale, useText } from "~/i18n/use-locale";
import type { useActionResult } from "~/platform/forms/use-action-result";
import { Button } from "~/ui/button";
import { Card } from "~/ui/card";
import { Field } from "~/ui/forms/field";
import { FormError } from "~/ui/forms/form-error";
import { OptionalPart } from "~/ui/forms/optional-part";
import { Icon } from "~/ui/icons";
import { parseProducts } from "./coupon-form";
import { codeMaxLength, parseCouponCode, priceWithCoupon } from "./coupon-rules";

interface CouponProduct {
  id: string;
  title: string;
  price_cents: number;
}

interface CouponFormProps {
  /** The creator's products, and the platform's share of their sales; undefined where ids are typed. */
  creator: { products: readonly CouponProduct[]; shareBp: number } | undefined;
  result: ReturnType<typeof useActionResult>;
  children?: ReactNode;
}

const limits = ["from", "until", "maxUses", "perPerson", "products"];

/** Pause in typing before a code is looked up. */
const restMs = 300;

export function CouponForm({ creator, result, children }: CouponFormProps) {
  const t = useText();
  const saving = useNavigation().formData?.get("intent") === "save";
  const [typed, setTyped] = useState<FormData>();
  const { failed, errorOf, typedIn, field } = result;
  const byAmount = typedIn("unit") === "amount";
  const read = ({ currentTarget }: FormEvent<HTMLFormElement>) => setTyped(new FormData(currentTarget));
  const products = creator?.products ?? [];
  const productsError = errorOf("products");
  const chosen = parseProducts([typedIn("products") ?? ""]);
  return (
    <Card as="section" aria-label={t("coupons.create")} className="p-4 sm:p-6">
      <Form method="post" onInput={read} className="group/coupon space-y-4" noValidate>
        {failed && <FormError>{t("common.checkFields")}</FormError>}
        <input type="hidden" name="intent" value="save" />
        <div className="grid items-start gap-x-6 gap-y-4 *:min-w-0 lg:grid-cols-[minmax(0,20rem)_auto_minmax(0,1fr)_auto]">
          <div>
            <Field
              {...field("code")}
              label={t("coupons.code")}
              hint={creator ? t("coupons.codeHint") : t("coupons.codeHintPlatform")}
              maxLength={codeMaxLength}
              autoCapitalize="characters"
              autoComplete="off"
              required
            />
            {creator && <CodeState code={String(typed?.get("code") ?? "")} />}
            {creator && errorOf("code") === t("coupons.taken") && (
              <label className="mt-1 flex min-h-11 items-center gap-3">
                <input type="checkbox" name="replace" className="size-5 shrink-0" />
                {t("coupons.replace", { code: typedIn("code") ?? "" })}
              </label>
            )}
          </div>
          <div className="flex items-start gap-2">
            <Field
              {...field("percent")}
              label={t("coupons.percent")}
              inputMode="numeric"
              className="w-32 group-has-[[value=amount]:checked]/coupon:hidden"
            />
            <Field
              {...field("amount")}
              error={errorOf("amount") ?? (byAmount ? errorOf("percent") : undefined)}
              label={t("coupons.amount")}
              inputMode="decimal"
              className="w-32 group-has-[[value=percent]:checked]/coupon:hidden"
            />
            <fieldset className="mt-7.5 flex rounded-control bg-sunken p-1">
              <legend className="sr-only">{t("coupons.unit")}</legend>
              {(["percent", "amount"] as const).map((unit) => (
                <label
                  key={unit}
                  className="relative flex min-h-10 min-w-11 cursor-pointer items-center justify-center rounded-[0.5rem] px-3 font-semibold text-ink-soft has-checked:bg-raised has-checked:text-ink has-checked:shadow-card has-focus-visible:outline-3 has-focus-visible:outline-focus"
                >
                  <input
                    type="radio"
                    name="unit"
                    value={unit}
                    defaultChecked={byAmount === (unit === "amount")}
                    className="absolute inset-0 size-full cursor-pointer opacity-0"
                  />
                  {unit === "percent" ? "%" : "R$"}
                </label>
              ))}
            </fieldset>
          </div>
          {creator && <NewPrice typed={typed} {...creator} />}
          <Button
            size="large"
            className="max-lg:w-full lg:col-start-4 lg:mt-7.5"
            pending={saving}
            pendingLabel={t("coupons.saving")}
          >
            {t("coupons.save")}
          </Button>
        </div>
        <OptionalPart
          title={t("coupons.limits")}
          summarize={({ products, until }) =>
            [
              t(products ? "coupons.chosen" : "coupons.all"),
              until ? t("coupons.withUntil") : t("coupons.noUntil"),
            ].join(", ")
          }
          first={{}}
          hasError={limits.some((name) => errorOf(name) !== undefined)}
        >
          {creator ? (
            products.length > 0 && (
              <fieldset>
                <legend className="font-semibold">{t("coupons.products")}</legend>
                {productsError && <p className="mt-1 text-sm font-semibold text-danger">{productsError}</p>}
                <div className="mt-2 max-h-60 overflow-y-auto rounded-control border border-line px-4 py-2">
                  {products.map(({ id, title }) => (
                    <label key={id} className="flex min-h-11 items-center gap-3 py-1">
                      <input
                        type="checkbox"
                        name="products"
                        value={id}
                        defaultChecked={chosen.includes(id)}
                        className="size-5 shrink-0"
                      />
                      <span className="[overflow-wrap:anywhere]">{title}</span>
                    </label>
                  ))}
                </div>
              </fieldset>
            )
          ) : (
            <Field {...field("products")} label={t("coupons.productIds")} hint={t("coupons.productsHint")} />
          )}
          <div className="grid gap-4 *:min-w-0 sm:grid-cols-2 lg:grid-cols-4">
            <Field {...field("from")} type="date" label={t("coupons.from")} />
            <Field {...field("until")} type="date" label={t("coupons.until")} />
            <Field {...field("maxUses")} label={t("coupons.maxUses")} inputMode="numeric" />
            <Field {...field("perPerson")} label={t("coupons.perPerson")} inputMode="numeric" />
          </div>
          <label className="flex min-h-11 items-center gap-3">
            <input
              type="checkbox"
              name="firstOnly"
              defaultChecked={typedIn("firstOnly") === "on"}
              className="size-5"
            />
            {t("coupons.firstOnly")}
          </label>
        </OptionalPart>
        {children}
      </Form>
    </Card>
  );
}

function CodeState({ code: text }: { code: string }) {
  const t = useText();
  const linkTo = useLinkTo();
  const { load, data } = useFetcher<{ checked?: string; taken?: boolean }>();
  const code = parseCouponCode(text);
  const path = code && linkTo(`/creator/coupons?code=${code}`).to;
  useEffect(() => {
    if (!path) return;
    const timer = setTimeout(() => load(path), restMs);
    return () => clearTimeout(timer);
  }, [path, load]);
  const isKnown = code !== undefined && data?.checked === code;
  return (
    <p aria-live="polite" className="flex items-center gap-1.5 text-sm font-semibold">
      {isKnown && !data?.taken && (
        <span className="mt-1 flex items-center gap-1.5 text-forest-ink">
          <Icon name="check" className="size-4" />
          {t("coupons.free")}
        </span>
      )}
      {isKnown && data?.taken && <span className="mt-1 text-danger-ink">{t("coupons.taken")}</span>}
    </p>
  );
}

/** The first chosen product's price with the typed discount, and what its creator receives. */
function NewPrice({
  typed,
  products,
  shareBp,
}: NonNullable<CouponFormProps["creator"]> & { typed: FormData | undefined }) {
  const t = useText();
  const locale = useLocale();
  const product = products.find(({ id }) => id === typed?.get("products")) ?? products[0];
  const discount = typed && readDiscount(typed);
  if (!product || !discount) return <div />;
  const price = priceWithCoupon(product.price_cents, discount, { bornBy: "creator", shareBp });
  if (!price.ok) return <div />;
  const money = (cents: number) => formatMoney(cents, "BRL", locale);
  return (
    <output className="block text-sm text-ink-soft">
      <span className="block truncate">{product.title}</span>
      <span className="block text-base">
        <s>{money(product.price_cents)}</s> <strong className="text-ink">{money(price.priceCents)}</strong>
      </span>
      {t("coupons.youReceive", { amount: money(price.split?.creatorEarningsCents ?? 0) })}
    </output>
  );
}

function readDiscount(typed: FormData) {
  if (typed.get("unit") === "amount") {
    const amountCents = parseAmount(String(typed.get("amount") ?? ""));
    return amountCents ? ({ percent: null, amountCents } as const) : undefined;
  }
  const percent = Number(typed.get("percent"));
  return Number.isInteger(percent) && percent >= 1 && percent <= 100
    ? ({ percent, amountCents: null } as const)
    : undefined;
}
