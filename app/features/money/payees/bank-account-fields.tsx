import { useText } from "~/i18n/use-locale";
import type { useActionResult } from "~/platform/forms/use-action-result";
import { Field } from "~/ui/forms/field";
import { Notice } from "~/ui/notice";
import { writeBankChoice } from "./bank-account";
import { banks } from "./bank-list";

interface TaxIdFieldProps {
  result: Pick<ReturnType<typeof useActionResult>, "errorOf" | "typedIn">;
  /** The stored number, masked; null without one. An empty field keeps it. */
  kept: string | null;
}

export function TaxIdField({ result, kept }: TaxIdFieldProps) {
  const t = useText();
  return (
    <Field
      name="taxId"
      label={t("creator.taxId")}
      hint={kept ? t("creator.taxIdKept", { number: kept }) : t("creator.taxIdHint")}
      error={result.errorOf("taxId")}
      defaultValue={result.typedIn("taxId")}
      maxLength={30}
      autoComplete="off"
      autoCapitalize="characters"
      spellCheck={false}
    />
  );
}

const names = ["bankName", "bankBranch", "bankAccount", "bankHolderTaxId"] as const;

interface BankAccountFieldsProps {
  result: Pick<ReturnType<typeof useActionResult>, "errorOf" | "typedIn">;
  saved: Record<(typeof names)[number], string>;
  /** Whether bank and account are free text without branch and holder. */
  incomplete: boolean;
  className: string;
}

/** The fields of a bank account; the browser suggests banks from the list while one is typed. */
export function BankAccountFields({ result, saved, incomplete, className }: BankAccountFieldsProps) {
  const t = useText();
  const field = (name: (typeof names)[number]) => ({
    name,
    error: result.errorOf(name),
    defaultValue: result.typedIn(name) ?? saved[name],
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
        hint={t("creator.holderHint")}
        maxLength={30}
        autoCapitalize="characters"
        spellCheck={false}
      />
    </div>
  );
}
