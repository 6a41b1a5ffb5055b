import { Form, useNavigation } from "@remix-run/react";
import { useState } from "react";
import { ProofField } from "~/features/base/factors/proof-field";
import { pixKeyMaxLength } from "~/features/base/form-fields/pix-key";
import { cardNumberDigits, parsePayoutMethod, payoutMethods } from "~/features/base/money/payout-method";
import { writeBankChoice } from "~/features/money/payees/bank-account";
import { banks } from "~/features/money/payees/bank-list";
import { useText } from "~/i18n/use-locale";
import type { useActionResult } from "~/platform/forms/use-action-result";
import { Button } from "~/ui/button";
import { DigitsField } from "~/ui/forms/digits-field";
import { Field } from "~/ui/forms/field";
import { FormError } from "~/ui/forms/form-error";
import { RadioGroup } from "~/ui/forms/radio-group";
import { Notice } from "~/ui/notice";
import { useLatestResultOnly } from "~/ui/toasts/toasts";
import type { PaymentsView } from "./show-payments.server";

/** By CSS alone, for browsers without script and restored choices. Without `:has`, all are visible. */
const shownFor = {
  pix: "group-not-has-[[value=pix]:checked]/payout:hidden",
  bank: "group-not-has-[[value=bank]:checked]/payout:hidden",
  card: "group-not-has-[[value=card]:checked]/payout:hidden",
};

const labels = { pix: "creator.methodPix", bank: "creator.methodBank", card: "creator.methodCard" } as const;

export function PayoutDetailsForm({
  saved,
  proofNeeded,
  result,
}: {
  saved: PaymentsView;
  proofNeeded: boolean;
  result: ReturnType<typeof useActionResult>;
}) {
  const { failed, unsent, errorOf, typedIn, field } = result;
  const navigation = useNavigation();
  const busy = navigation.state === "submitting";
  const cancelling = navigation.formData?.get("intent") === "cancel";
  useLatestResultOnly(busy);
  const round = useSavedRounds(navigation.formMethod === "POST", failed || unsent);
  const t = useText();
  const notSaved = errorOf("form");
  // A refused method's error is visible while that method is chosen, like its fields.
  const refused = failed ? parsePayoutMethod(typedIn("paymentMethod")) : undefined;
  return (
    <Form method="post" className="group/payout space-y-6">
      {refused &&
        (notSaved ? (
          <Notice tone="danger" role="alert" title={t("creator.saveFailed")} className={shownFor[refused]}>
            {notSaved}
          </Notice>
        ) : (
          <FormError className={shownFor[refused]}>{t("common.checkFields")}</FormError>
        ))}
      {/* Remounted after saving, with the stored values and without the card number. */}
      <div key={round} className="space-y-6">
        <RadioGroup
          name="paymentMethod"
          label={t("creator.method")}
          defaultValue={typedIn("paymentMethod") ?? saved.method}
          options={payoutMethods.map((value) => ({ value, label: t(labels[value]) }))}
        />
        <div className={`space-y-6 ${shownFor.pix}`}>
          {saved.pixProblem && refused !== "pix" && (
            <Notice tone="warn" title={t("creator.pixDoubt")}>
              {t(saved.pixProblem)}
            </Notice>
          )}
          <Field
            {...field("pixKey", saved.pixKey)}
            label={t("accounts.pixKey")}
            hint={t("pix.hint")}
            maxLength={pixKeyMaxLength}
            autoComplete="off"
            autoCapitalize="none"
            spellCheck={false}
          />
        </div>
        <BankAccountFields
          result={result}
          saved={saved}
          incomplete={saved.bankIncomplete && refused !== "bank"}
          className={shownFor.bank}
        />
        <div className={`grid gap-6 sm:grid-cols-2 ${shownFor.card}`}>
          <Field
            {...field("cardHolderName", saved.cardHolderName)}
            label={t("creator.cardHolderName")}
            maxLength={200}
          />
          <DigitsField
            name="cardNumber"
            label={t("accounts.cardNumber")}
            error={errorOf("cardNumber")}
            hint={
              saved.cardLast4 ? t("creator.cardKept", { last4: saved.cardLast4 }) : t("accounts.cardHint")
            }
            max={cardNumberDigits}
            // No pattern: the browser would block the form for a hidden field without a message. No `maxLength`: it
            // would cut the last digits of a number pasted with spaces.
            autoComplete="off"
          />
        </div>
        <TaxIdField result={result} kept={saved.taxId} />
        <ProofField needed={proofNeeded} result={result} />
      </div>
      <div className="flex flex-wrap gap-3">
        <Button size="large" pending={busy && !cancelling} pendingLabel={t("creator.saving")}>
          {t("creator.save")}
        </Button>
        {saved.details.held && (
          <Button name="intent" value="cancel" variant="secondary" size="large" pending={cancelling}>
            {t("payouts.detailsCancel")}
          </Button>
        )}
      </div>
    </Form>
  );
}

/**
 * Counts successful submissions; as a `key` it resets the fields. `busy`: the form is being submitted, until the page
 * shows the result. `failed`: it was refused.
 */
function useSavedRounds(busy: boolean, failed: boolean): number {
  const [seen, setSeen] = useState({ busy, rounds: 0 });
  if (seen.busy === busy) return seen.rounds;
  // Set during rendering: React renders again at once, so that typed and stored values never mix.
  const rounds = seen.rounds + (seen.busy && !failed ? 1 : 0);
  setSeen({ busy, rounds });
  return rounds;
}

interface TaxIdFieldProps {
  result: Pick<ReturnType<typeof useActionResult>, "field">;
  /** Masked; null without a number. An empty field keeps it. */
  kept: string | null;
}

function TaxIdField({ result, kept }: TaxIdFieldProps) {
  const t = useText();
  return (
    <Field
      {...result.field("taxId")}
      label={t("creator.taxId")}
      hint={kept ? t("creator.taxIdKept", { number: kept }) : t("creator.taxIdHint")}
      maxLength={30}
      autoComplete="off"
      autoCapitalize="characters"
      spellCheck={false}
    />
  );
}

const names = ["bankName", "bankBranch", "bankAccount", "bankHolderTaxId"] as const;

interface BankAccountFieldsProps {
  result: Pick<ReturnType<typeof useActionResult>, "field">;
  saved: Record<(typeof names)[number], string>;
  /** Without branch and holder, bank and account are free text. */
  incomplete: boolean;
  className: string;
}

function BankAccountFields({ result, saved, incomplete, className }: BankAccountFieldsProps) {
  const t = useText();
  const field = (name: (typeof names)[number]) => ({
    ...result.field(name, saved[name]),
    autoComplete: "off",
  });
  return (
    <div className={`space-y-6 ${className}`}>
      {incomplete && (
        <Notice tone="warn" title={t("creator.bankIncomplete")}>
          {t("creator.bankIncompleteText", { bank: saved.bankName, account: saved.bankAccount })}
        </Notice>
      )}
      <Field
        {...field("bankName")}
        label={t("accounts.bankName")}
        hint={t("creator.bankHint")}
        list="banks"
        maxLength={120}
      />
      <datalist id="banks">
        {banks.map((bank) => (
          <option key={bank.code} value={writeBankChoice(bank)} />
        ))}
      </datalist>
      <div className="grid gap-6 sm:grid-cols-2">
        <Field
          {...field("bankBranch")}
          label={t("creator.branch")}
          hint={t("creator.branchHint")}
          maxLength={10}
          autoCapitalize="characters"
        />
        <Field
          {...field("bankAccount")}
          label={t("accounts.bankAccount")}
          hint={t("creator.accountHint")}
          maxLength={60}
          autoCapitalize="characters"
        />
      </div>
      <Field
        {...field("bankHolderTaxId")}
        label={t("creator.holder")}
        maxLength={30}
        autoCapitalize="characters"
        spellCheck={false}
      />
    </div>
  );
}
