import { Form, useNavigation } from "@remix-run/react";
import type { ReactNode } from "react";
import { ProofField } from "~/features/base/factors/proof-field";
import type { ReleaseDays } from "~/features/money/ledger/release-rules";
import type { Day } from "~/i18n/days";
import { useText } from "~/i18n/use-locale";
import type { useActionResult } from "~/platform/forms/use-action-result";
import { Button } from "~/ui/button";
import { Card } from "~/ui/card";
import { Field, TextAreaField } from "~/ui/forms/field";
import { FormError } from "~/ui/forms/form-error";
import { ruleReasonMaxLength } from "./rule-forms";

interface RuleInHistory {
  id: string;
  text: string;
  reason: string;
  date: string;
  email: string;
  approver: string | null;
}

/** `never`: the text without rules. */
export function RuleHistory({ rules, never }: { rules: readonly RuleInHistory[]; never: string }) {
  const t = useText();
  return (
    <Card as="section" className="p-5 sm:p-6">
      <h2 className="mb-2 text-xl">{t("fees.history")}</h2>
      {rules.length === 0 && <p className="text-ink-faint">{never}</p>}
      <ul className="divide-y divide-line">
        {rules.map(({ id, text, reason, date, email, approver }) => (
          <li key={id} className="min-w-0 py-3">
            <p className="font-semibold tabular-nums">{text}</p>
            <p className="break-words">{reason}</p>
            <p className="text-sm break-words text-ink-faint">
              {date} · {email}
              {approver && ` · ${t("approvals.approvedBy", { email: approver })}`}
            </p>
          </li>
        ))}
      </ul>
    </Card>
  );
}

export interface RuleFieldsProps {
  id: string;
  proofNeeded: boolean;
  result: ReturnType<typeof useActionResult>;
}

interface RuleFormProps extends RuleFieldsProps {
  title: string;
  mailed?: boolean;
  saveLabel: string;
  children: ReactNode;
}

export function RuleForm({
  id,
  proofNeeded,
  result,
  title,
  mailed = false,
  saveLabel,
  children,
}: RuleFormProps) {
  const t = useText();
  const { errorOf, typedIn } = result;
  const busy = useNavigation().state === "submitting";
  return (
    <Card as="section" className="p-5 sm:p-6">
      <h2 className="mb-4 text-xl">{title}</h2>
      <Form method="post" className="space-y-5">
        <FormError>{errorOf("form") ?? errorOf("id")}</FormError>
        <input type="hidden" name="id" value={typedIn("id") ?? id} />
        {children}
        <TextAreaField
          name="reason"
          rows={2}
          label={t("fees.reason")}
          hint={t(mailed ? "fees.reasonMailed" : "fees.reasonHint")}
          error={errorOf("reason")}
          defaultValue={typedIn("reason")}
          maxLength={ruleReasonMaxLength}
          required
        />
        <ProofField needed={proofNeeded} result={result} />
        <Button pending={busy} pendingLabel={t("payouts.confirming")}>
          {saveLabel}
        </Button>
      </Form>
    </Card>
  );
}

function StartField({ earliest, result }: { earliest: Day } & Pick<RuleFieldsProps, "result">) {
  const t = useText();
  return (
    <Field
      name="from"
      type="date"
      label={t("fees.from")}
      hint={t("releases.fromHint")}
      error={result.errorOf("from")}
      defaultValue={result.typedIn("from") ?? earliest}
      min={earliest}
      className="sm:max-w-xs"
      required
    />
  );
}

export function FeeFields({ earliest, ...rule }: RuleFieldsProps & { earliest: Day }) {
  const t = useText();
  const { errorOf, typedIn } = rule.result;
  return (
    <RuleForm {...rule} title={t("fees.newTitle")} mailed saveLabel={t("fees.save")}>
      <div className="grid gap-5 sm:grid-cols-2">
        <Field
          name="percent"
          label={t("fees.percent")}
          hint={t("fees.percentHint")}
          error={errorOf("percent")}
          defaultValue={typedIn("percent")}
          inputMode="decimal"
          maxLength={8}
          autoComplete="off"
          required
        />
        <Field
          name="from"
          type="date"
          label={t("fees.from")}
          hint={t("fees.fromHint")}
          error={errorOf("from")}
          defaultValue={typedIn("from") ?? earliest}
          min={earliest}
          required
        />
      </div>
    </RuleForm>
  );
}

const methods = ["pix", "boleto", "card"] as const;

export function ReleaseFields({
  earliest,
  days,
  ...rule
}: RuleFieldsProps & { earliest: Day; days: ReleaseDays }) {
  const t = useText();
  const { errorOf, typedIn } = rule.result;
  return (
    <RuleForm {...rule} title={t("releases.newTitle")} saveLabel={t("releases.save")}>
      <div className="grid gap-5 sm:grid-cols-3">
        {methods.map((method) => (
          <Field
            key={method}
            name={`${method}Days`}
            label={t(`releases.${method}Days`)}
            hint={t("releases.daysHint")}
            error={errorOf(`${method}Days`)}
            defaultValue={typedIn(`${method}Days`) ?? String(days[method])}
            inputMode="numeric"
            maxLength={3}
            autoComplete="off"
            required
          />
        ))}
      </div>
      <StartField earliest={earliest} result={rule.result} />
    </RuleForm>
  );
}

export function ReserveFields({ earliest, ...rule }: RuleFieldsProps & { earliest: Day }) {
  const t = useText();
  const { errorOf, typedIn } = rule.result;
  return (
    <RuleForm {...rule} title={t("releases.reserveNew")} mailed saveLabel={t("releases.reserveSave")}>
      <div className="grid gap-5 sm:grid-cols-2">
        <Field
          name="percent"
          label={t("releases.percent")}
          hint={t("releases.percentHint")}
          error={errorOf("percent")}
          defaultValue={typedIn("percent")}
          inputMode="decimal"
          maxLength={8}
          autoComplete="off"
          required
        />
        <Field
          name="days"
          label={t("releases.reserveDays")}
          hint={t("releases.reserveDaysHint")}
          error={errorOf("days")}
          defaultValue={typedIn("days")}
          inputMode="numeric"
          maxLength={3}
          autoComplete="off"
          required
        />
      </div>
      <StartField earliest={earliest} result={rule.result} />
    </RuleForm>
  );
}
