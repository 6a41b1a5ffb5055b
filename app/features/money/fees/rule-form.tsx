import { Form, useNavigation } from "@remix-run/react";
import type { ReactNode } from "react";
import { ProofField } from "~/features/base/factors/proof-field";
import { amountPattern } from "~/features/base/money/price";
import type { ReleaseDays } from "~/features/money/ledger/release-rules";
import type { Day } from "~/i18n/days";
import { useText } from "~/i18n/use-locale";
import type { useActionResult } from "~/platform/forms/use-action-result";
import { Button } from "~/ui/button";
import { Card } from "~/ui/card";
import { Field, TextAreaField } from "~/ui/forms/field";
import { FormError } from "~/ui/forms/form-error";
import { Notice } from "~/ui/notice";
import { BackLink, PageHeader } from "~/ui/page-frame/page-header";
import { ruleReasonMaxLength } from "./rule-forms";

interface RuleInHistory {
  id: string;
  text: string;
  reason: string;
  date: string;
  email: string;
  approver: string | null;
}

interface RuleHistoryProps {
  rules: readonly RuleInHistory[];
  /** The text without rules. */
  never: string;
}

interface RulePageProps extends RuleHistoryProps {
  back: { to: string; text: string };
  title: string;
  /** The rule in force. */
  description: string;
  notices: readonly (string | false | null)[];
  /** The form. */
  children: ReactNode;
}

export function RulePage({ back, title, description, notices, children, ...history }: RulePageProps) {
  return (
    <div className="mx-auto max-w-3xl space-y-6">
      <PageHeader
        above={<BackLink to={back.to}>{back.text}</BackLink>}
        title={title}
        description={description}
      />
      {notices
        .flatMap((notice) => notice || [])
        .map((notice) => (
          <Notice key={notice} tone="info">
            {notice}
          </Notice>
        ))}
      {children}
      <RuleHistory {...history} />
    </div>
  );
}

function RuleHistory({ rules, never }: RuleHistoryProps) {
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
  /** Texts of the reason, if not those of a rule. */
  reason?: { label: string; hint: string };
  saveLabel: string;
  children: ReactNode;
}

export function RuleForm({
  id,
  proofNeeded,
  result,
  title,
  mailed = false,
  reason,
  saveLabel,
  children,
}: RuleFormProps) {
  const t = useText();
  const { errorOf, typedIn, field } = result;
  const busy = useNavigation().state === "submitting";
  return (
    <Card as="section" className="p-5 sm:p-6">
      <h2 className="mb-4 text-xl">{title}</h2>
      <Form method="post" className="space-y-5">
        <FormError>{errorOf("form") ?? errorOf("id")}</FormError>
        <input type="hidden" name="id" value={typedIn("id") ?? id} />
        {children}
        <TextAreaField
          {...field("reason")}
          rows={2}
          label={reason?.label ?? t("fees.reason")}
          hint={reason?.hint ?? t(mailed ? "fees.reasonMailed" : "fees.reasonHint")}
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

interface StartFieldProps extends Pick<RuleFieldsProps["result"], "field"> {
  earliest: Day;
  hint: string;
  className?: string;
}

function StartField({ earliest, hint, field, className }: StartFieldProps) {
  const label = useText()("fees.from");
  const props = { label, hint, className, min: earliest };
  return <Field {...field("from", earliest)} {...props} type="date" required />;
}

export function FeeFields({ earliest, ...rule }: RuleFieldsProps & { earliest: Day }) {
  const t = useText();
  const { field } = rule.result;
  return (
    <RuleForm {...rule} title={t("fees.newTitle")} mailed saveLabel={t("fees.save")}>
      <div className="grid gap-5 sm:grid-cols-2">
        <Field
          {...field("percent")}
          label={t("fees.percent")}
          hint={t("fees.percentHint")}
          inputMode="decimal"
          maxLength={8}
          autoComplete="off"
          required
        />
        <StartField earliest={earliest} hint={t("fees.fromHint")} field={field} />
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
  const { field } = rule.result;
  return (
    <RuleForm {...rule} title={t("releases.newTitle")} saveLabel={t("releases.save")}>
      <div className="grid gap-5 sm:grid-cols-3">
        {methods.map((method) => (
          <Field
            key={method}
            {...field(`${method}Days`, String(days[method]))}
            label={t(`releases.${method}Days`)}
            hint={t("releases.daysHint")}
            inputMode="numeric"
            maxLength={3}
            autoComplete="off"
            required
          />
        ))}
      </div>
      <StartField earliest={earliest} hint={t("releases.fromHint")} field={field} className="sm:max-w-xs" />
    </RuleForm>
  );
}

export function ReserveFields({ earliest, ...rule }: RuleFieldsProps & { earliest: Day }) {
  const t = useText();
  const { field } = rule.result;
  return (
    <RuleForm {...rule} title={t("releases.reserveNew")} mailed saveLabel={t("releases.reserveSave")}>
      <div className="grid gap-5 sm:grid-cols-2">
        <Field
          {...field("percent")}
          label={t("releases.percent")}
          hint={t("releases.percentHint")}
          inputMode="decimal"
          maxLength={8}
          autoComplete="off"
          required
        />
        <Field
          {...field("days")}
          label={t("releases.reserveDays")}
          hint={t("releases.reserveDaysHint")}
          inputMode="numeric"
          maxLength={3}
          autoComplete="off"
          required
        />
      </div>
      <StartField earliest={earliest} hint={t("releases.fromHint")} field={field} className="sm:max-w-xs" />
    </RuleForm>
  );
}

export function MinimumPayoutFields(rule: RuleFieldsProps) {
  const t = useText();
  const { field } = rule.result;
  return (
    <RuleForm {...rule} title={t("fees.minimumNew")} saveLabel={t("fees.minimumSave")}>
      <Field
        {...field("amount")}
        label={t("fees.minimumAmount")}
        hint={t("fees.minimumHint")}
        inputMode="decimal"
        pattern={amountPattern}
        maxLength={8}
        autoComplete="off"
        className="sm:max-w-xs"
        required
      />
    </RuleForm>
  );
}
