import { cardNumberDigits } from "~/features/base/money/payout-method";
import { useText } from "~/i18n/use-locale";
import type { useActionResult } from "~/platform/forms/use-action-result";
import { DigitsField } from "~/ui/forms/digits-field";
import { Field } from "~/ui/forms/field";

/** The payment details of a registration (product.md, Validation). */
export function PayoutFields({ result }: { result: ReturnType<typeof useActionResult> }) {
  const { errorOf, typedIn } = result;
  const t = useText();
  const field = (name: string) => ({ name, error: errorOf(name), defaultValue: typedIn(name) });
  return (
    <fieldset className="space-y-5 border-t border-line pt-5">
      <legend className="sr-only">{t("accounts.payoutTitle")}</legend>
      <div>
        <p className="font-display text-lg font-bold" aria-hidden="true">
          {t("accounts.payoutTitle")}
        </p>
        <p className="text-sm text-ink-soft">{t("accounts.payoutText")}</p>
      </div>
      <Field
        {...field("pixKey")}
        label={t("accounts.pixKey")}
        maxLength={200}
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        required
      />
      <div className="grid gap-5 sm:grid-cols-2">
        <Field {...field("bankName")} label={t("accounts.bankName")} maxLength={120} required />
        <Field
          {...field("bankAccount")}
          label={t("accounts.bankAccount")}
          maxLength={60}
          autoComplete="off"
          required
        />
      </div>
      <DigitsField
        name="cardNumber"
        error={errorOf("cardNumber")}
        label={t("accounts.cardNumber")}
        optionalLabel={`(${t("common.optional")})`}
        hint={t("accounts.cardHint")}
        max={cardNumberDigits}
        maxLength={cardNumberDigits}
        // Without script, `maxLength` truncates a number pasted with spaces. The pattern refuses it, because the last
        // digits are stored.
        pattern={`[0-9]{0,${cardNumberDigits}}`}
        title={t("accounts.cardDigits")}
        autoComplete="off"
      />
    </fieldset>
  );
}
