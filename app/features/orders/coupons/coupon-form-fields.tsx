import { Form, useNavigation } from "@remix-run/react";
import type { ReactNode } from "react";
import { useText } from "~/i18n/use-locale";
import { Button, ButtonLink } from "~/ui/button";
import { Field } from "~/ui/forms/field";
import { FormError } from "~/ui/forms/form-error";
import { codeMaxLength } from "./coupon-code";
import { parseProducts } from "./coupon-form";

interface CouponFormProps {
  /** Videos to choose from; undefined where ids are typed. */
  products: readonly { id: string; title: string }[] | undefined;
  failed: boolean;
  errorOf: (field: string) => string | undefined;
  typedIn: (field: string) => string | undefined;
  /** What stands before the button, such as the field of a proof. */
  children?: ReactNode;
}

const formId = "new-coupon";

/** Leads to the form, which stands below the list. */
export function ToCouponForm() {
  const t = useText();
  return (
    <ButtonLink to={`#${formId}`} variant="secondary">
      {t("coupons.create")}
    </ButtonLink>
  );
}

/** The form of a new coupon. */
export function CouponForm({ products, failed, errorOf, typedIn, children }: CouponFormProps) {
  const t = useText();
  const saving = useNavigation().formData?.get("intent") === "save";
  const field = (name: string) => ({ name, error: errorOf(name), defaultValue: typedIn(name) ?? "" });
  const productsError = errorOf("products");
  const chosen = parseProducts([typedIn("products") ?? ""]);
  return (
    <Form method="post" className="mt-12 space-y-6" noValidate>
      <h2 id={formId} className="scroll-mt-20 text-2xl">
        {t("coupons.create")}
      </h2>
      {failed && <FormError>{t("common.checkFields")}</FormError>}
      <input type="hidden" name="intent" value="save" />
      <Field
        {...field("code")}
        label={t("coupons.code")}
        hint={t("coupons.codeHint")}
        maxLength={codeMaxLength}
        autoCapitalize="characters"
        autoComplete="off"
        required
      />
      <div className="grid gap-6 *:min-w-0 sm:grid-cols-2">
        <Field {...field("percent")} label={t("coupons.percent")} inputMode="numeric" />
        <Field {...field("amount")} label={t("coupons.amount")} inputMode="decimal" prefix="R$" />
        <Field {...field("from")} type="date" label={t("coupons.from")} hint={t("coupons.dayHint")} />
        <Field {...field("until")} type="date" label={t("coupons.until")} hint={t("coupons.dayHint")} />
        <Field
          {...field("maxUses")}
          label={t("coupons.maxUses")}
          hint={t("coupons.countHint")}
          inputMode="numeric"
        />
        <Field
          {...field("perPerson")}
          label={t("coupons.perPerson")}
          hint={t("coupons.countHint")}
          inputMode="numeric"
        />
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
      {products === undefined ? (
        <Field {...field("products")} label={t("coupons.productIds")} hint={t("coupons.productsHint")} />
      ) : (
        products.length > 0 && (
          <fieldset>
            <legend className="font-semibold">{t("coupons.products")}</legend>
            <p className="text-sm text-ink-soft">{t("coupons.productsHint")}</p>
            {productsError && <p className="mt-1 text-sm font-semibold text-danger">{productsError}</p>}
            <div className="mt-2 max-h-72 overflow-y-auto rounded-control border border-line px-4 py-2">
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
      )}
      {children}
      <Button size="large" className="w-full" pending={saving} pendingLabel={t("coupons.saving")}>
        {t("coupons.save")}
      </Button>
    </Form>
  );
}
