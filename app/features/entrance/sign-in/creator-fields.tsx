import { AccountPassword } from "~/features/accounts/accounts/account-password";
import { passwordMinLength } from "~/features/accounts/accounts/password-length";
import { FormProblem } from "~/features/base/form-fields/form-errors";
import { currencies } from "~/features/base/money/currency";
import { useText } from "~/i18n/use-locale";
import type { useActionResult } from "~/platform/forms/use-action-result";
import { Field } from "~/ui/forms/field";
import { SelectField } from "~/ui/forms/select-field";
import { PayoutFields } from "./payout-fields";

interface CreatorFieldsProps {
  result: ReturnType<typeof useActionResult>;
  /** An existing account that only needs a creator profile. */
  known: { email: string; fullName: string } | null;
}

export function CreatorFields({ result, known }: CreatorFieldsProps) {
  const { errorOf, typedIn } = result;
  const t = useText();
  const field = (name: string) => ({ name, error: errorOf(name), defaultValue: typedIn(name) });
  return (
    <>
      <FormProblem
        result={result}
        labels={{
          fullName: t("accounts.fullName"),
          email: t("accounts.email"),
          password: t("accounts.password"),
          country: t("accounts.country"),
          currency: t("common.currency"),
          pixKey: t("accounts.pixKey"),
          bankName: t("accounts.bankName"),
          bankAccount: t("accounts.bankAccount"),
          cardNumber: t("accounts.cardNumber"),
        }}
      />
      <Field
        {...field("fullName")}
        defaultValue={typedIn("fullName") ?? known?.fullName}
        label={t("accounts.fullName")}
        autoComplete="name"
        maxLength={200}
        required
      />
      {known ? (
        <Field name="knownEmail" label={t("accounts.email")} value={known.email} readOnly disabled />
      ) : (
        <>
          <Field {...field("email")} type="email" label={t("accounts.email")} autoComplete="email" required />
          <AccountPassword
            result={result}
            name="password"
            label={t("accounts.password")}
            hint={t("accounts.passwordHint", { min: passwordMinLength })}
            autoComplete="new-password"
          />
        </>
      )}
      <div className="grid gap-5 sm:grid-cols-2">
        <Field
          {...field("country")}
          defaultValue={typedIn("country") ?? "Brasil"}
          label={t("accounts.country")}
          autoComplete="country-name"
          maxLength={100}
          required
        />
        <SelectField
          name="currency"
          error={errorOf("currency")}
          defaultValue={typedIn("currency") ?? "BRL"}
          label={t("common.currency")}
          options={currencies.map((currency) => ({ value: currency, label: currencyLabels[currency] }))}
        />
      </div>
      <PayoutFields result={result} />
    </>
  );
}

const currencyLabels = { BRL: "BRL (R$)", USD: "USD ($)", EUR: "EUR (€)" } as const;
