import { Form, useNavigation } from "@remix-run/react";
import type { ComponentProps } from "react";
import { AccountPassword } from "~/features/base/accounts/account-password";
import { passwordMinLength } from "~/features/base/accounts/sign-in-limits";
import { AcceptsTerms } from "~/features/base/accounts/terms";
import { FormProblem } from "~/features/base/form-fields/form-errors";
import { cardNumberDigits } from "~/features/base/money/payout-method";
import { currencies } from "~/i18n/money";
import { useLinkTo, useText } from "~/i18n/use-locale";
import type { useActionResult } from "~/platform/forms/use-action-result";
import { Button } from "~/ui/button";
import { DigitsField } from "~/ui/forms/digits-field";
import { Field, SelectField } from "~/ui/forms/field";

interface CreatorFieldsProps {
  result: ReturnType<typeof useActionResult>;
  /** An account that only needs a creator profile. */
  known: { email: string; fullName: string } | null;
}

function CreatorFields({ result, known }: CreatorFieldsProps) {
  const { field } = result;
  const t = useText();
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
        {...field("fullName", known?.fullName)}
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
          {...field("country", "Brasil")}
          label={t("accounts.country")}
          autoComplete="country-name"
          maxLength={100}
          required
        />
        <SelectField
          {...field("currency", "BRL")}
          label={t("common.currency")}
          options={currencies.map((currency) => ({ value: currency, label: currencyLabels[currency] }))}
        />
      </div>
      <PayoutFields result={result} />
    </>
  );
}

const currencyLabels = { BRL: "BRL (R$)", USD: "USD ($)", EUR: "EUR (€)" } as const;

/** product.md, Validation. */
function PayoutFields({ result }: { result: ReturnType<typeof useActionResult> }) {
  const { errorOf, field } = result;
  const t = useText();
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
        // Without script, `maxLength` truncates a number pasted with spaces: the pattern refuses it.
        pattern={`[0-9]{0,${cardNumberDigits}}`}
        title={t("accounts.cardDigits")}
        autoComplete="off"
      />
    </fieldset>
  );
}

export function SignedInAs({ email }: { email: string }) {
  const t = useText();
  const linkTo = useLinkTo();
  return (
    <Form method="post" action={linkTo("/logout").to} navigate={false}>
      <p className="break-words">{t("accounts.signedInAs", { email })}</p>
      <Button variant="secondary" size="small" className="mt-3">
        {t("accounts.useOther")}
      </Button>
    </Form>
  );
}

export function CreatorRegistrationForm({ known, result }: ComponentProps<typeof CreatorFields>) {
  const navigation = useNavigation();
  const busy = navigation.formAction?.startsWith("/creator-register") || result.done;
  const t = useText();
  return (
    <Form method="post" className="space-y-5">
      <CreatorFields result={result} known={known} />
      <Button className="w-full" size="large" pending={busy} pendingLabel={t("accounts.registering")}>
        {t(known ? "accounts.completeButton" : "accounts.registerButton")}
      </Button>
      <AcceptsTerms by="signup" />
    </Form>
  );
}
