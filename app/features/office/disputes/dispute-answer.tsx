import { useNavigation } from "@remix-run/react";
import { useState } from "react";
import { ProofField } from "~/features/accounts/factors/proof-field";
import { useText } from "~/i18n/use-locale";
import type { EvidenceField } from "~/integrations/payments/payments";
import type { useActionResult } from "~/platform/forms/use-action-result";
import { Button } from "~/ui/button";
import { Card } from "~/ui/card";
import { FormError } from "~/ui/forms/form-error";
import { TextAreaField } from "~/ui/forms/text-area-field";
import { useHydrated } from "~/ui/hydrated";
import { Icon, type IconName } from "~/ui/icons";
import { textMaxLength } from "./evidence-texts";
import type { DisputeView } from "./show-dispute.server";

interface AnswerProps {
  dispute: DisputeView;
  result: Pick<ReturnType<typeof useActionResult>, "errorOf" | "typedIn">;
}

/** The texts that are written; all others name what is recorded, and stand among the proofs. */
const writtenFields: readonly EvidenceField[] = [
  "uncategorized_text",
  "refund_refusal_explanation",
  "refund_policy_disclosure",
];

/** Proofs that are texts, each with its fields. */
const textProofs = [
  { name: "access", icon: "play", fields: ["access_activity_log"] },
  { name: "product", icon: "video", fields: ["product_description"] },
  { name: "buyer", icon: "user", fields: ["customer_name", "customer_email_address", "service_date"] },
] as const satisfies readonly { name: string; icon: IconName; fields: readonly EvidenceField[] }[];

/** A text that the bank reads: a field while the dispute can be answered. */
function AnswerText({ dispute, result, field }: AnswerProps & { field: EvidenceField }) {
  const t = useText();
  const text = dispute.texts.find((known) => known.field === field)?.text ?? "";
  if (!dispute.answerable)
    return text === "" ? null : (
      <div>
        <p className="font-semibold">{t(`disputes.fields.${field}`)}</p>
        <p className="mt-1 whitespace-pre-line text-ink-soft [overflow-wrap:anywhere]">{text}</p>
      </div>
    );
  const lines = text.split("\n").reduce((sum, line) => sum + Math.max(1, Math.ceil(line.length / 70)), 0);
  return (
    <TextAreaField
      name={field}
      label={t(`disputes.fields.${field}`)}
      error={result.errorOf(field)}
      defaultValue={result.typedIn(field) ?? text}
      maxLength={textMaxLength}
      rows={Math.max(2, lines)}
      fits
    />
  );
}

/** Proofs that are texts, each a row that opens. */
export function TextProofs({ dispute, result }: AnswerProps) {
  const t = useText();
  const textOf = (field: EvidenceField) => dispute.texts.find((known) => known.field === field)?.text;
  return textProofs.map(({ name, icon, fields }) => {
    const summary = fields
      .map((field) => textOf(field))
      .filter(Boolean)
      .join(", ");
    if (summary === "" && !dispute.answerable) return null;
    return (
      <li key={name}>
        <details open={fields.some((field) => result.errorOf(field)) || undefined}>
          <summary className="flex min-h-16 cursor-pointer items-center gap-4 px-4 py-3">
            <span className="flex h-14 w-18 shrink-0 items-center justify-center rounded-[0.5rem] border border-line bg-sunken">
              <Icon name={icon} className="size-6 text-ink-soft" />
            </span>
            <span className="min-w-0 flex-1">
              <span className="block font-semibold">{t(`disputes.proofs.${name}`)}</span>
              <span className="line-clamp-1 text-sm text-ink-soft [overflow-wrap:anywhere]">{summary}</span>
            </span>
            <span className="shrink-0 px-2 font-semibold underline underline-offset-4">
              {t("disputes.view")}
            </span>
          </summary>
          <div className="space-y-4 px-4 pb-4">
            {fields.map((field) => (
              <AnswerText key={field} dispute={dispute} result={result} field={field} />
            ))}
          </div>
        </details>
      </li>
    );
  });
}

/** The texts that the bank reads first. */
export function AnswerTexts({ dispute, result }: AnswerProps) {
  const t = useText();
  return (
    <section aria-labelledby="bank-reads">
      <h2 id="bank-reads" className="text-2xl">
        {t("disputes.bank")}
      </h2>
      {dispute.answerable && <p className="mt-1 text-ink-soft">{t("disputes.bankText")}</p>}
      <div className="mt-5 space-y-5">
        {writtenFields.map((field) => (
          <AnswerText key={field} dispute={dispute} result={result} field={field} />
        ))}
        {dispute.answerable && (
          <Button variant="secondary" name="intent" value="stage">
            {t("disputes.save")}
          </Button>
        )}
      </div>
    </section>
  );
}

/** All that goes to the bank, as typed, in the order in which the bank shows it. */
function BankPreview({ dispute }: { dispute: DisputeView }) {
  const t = useText();
  const [typed, setTyped] = useState<FormData>();
  const parts = dispute.texts
    .map(({ field, text }) => ({ field, text: typed?.get(field)?.toString() ?? text }))
    .filter(({ text }) => text !== "");
  return (
    <details
      onToggle={({ currentTarget }) => {
        const form = currentTarget.closest("form");
        if (form) setTyped(new FormData(form));
      }}
    >
      <summary className="flex min-h-11 cursor-pointer items-center gap-2 font-semibold">
        <Icon name="list" className="size-5" />
        {t("disputes.asBank")}
      </summary>
      <dl className="space-y-3 rounded-control bg-sunken p-4 text-sm">
        {parts.map(({ field, text }) => (
          <div key={field}>
            <dt className="font-semibold">{t(`disputes.fields.${field}`)}</dt>
            <dd className="whitespace-pre-line [overflow-wrap:anywhere]">{text}</dd>
          </div>
        ))}
        {dispute.files.length > 0 && (
          <div>
            <dt className="font-semibold">{t("disputes.files")}</dt>
            <dd className="[overflow-wrap:anywhere]">{dispute.files.map(({ name }) => name).join(", ")}</dd>
          </div>
        )}
      </dl>
    </details>
  );
}

/** The press that sends the texts, once; it waits for its tick. */
export function AnswerDecision({ dispute, proofNeeded, result }: AnswerProps & { proofNeeded: boolean }) {
  const t = useText();
  const sending = useNavigation().formData?.get("intent");
  const hydrated = useHydrated();
  const [checked, setChecked] = useState(false);
  return (
    <div className="mt-4 space-y-4 border-t border-line pt-4">
      <FormError>{result.errorOf("form")}</FormError>
      <Tick
        name="checked"
        label={t("disputes.checked")}
        error={result.errorOf("checked")}
        onChange={setChecked}
      />
      <ProofField needed={proofNeeded} result={result} />
      <Button
        name="intent"
        value="submit"
        className="w-full"
        disabled={hydrated && !checked}
        pending={sending === "submit"}
        pendingLabel={t("disputes.submitting")}
      >
        {t("disputes.submit")}
      </Button>
      <p className="text-sm text-ink-soft">{t("disputes.submitOnce")}</p>
      <BankPreview dispute={dispute} />
    </div>
  );
}

/** What accepting costs, and its press with a tick of its own. */
export function AcceptInstead({ dispute, result }: AnswerProps) {
  const t = useText();
  const sending = useNavigation().formData?.get("intent");
  return (
    <details
      className="rounded-card border border-line px-5 sm:px-6"
      open={result.errorOf("understood") ? true : undefined}
    >
      <summary className="flex min-h-14 cursor-pointer items-center justify-between font-semibold">
        {t("disputes.acceptTitle")}
        <Icon name="chevron-down" className="size-5" />
      </summary>
      <div className="space-y-3 pb-5">
        <p className="text-sm text-ink-soft">
          {t("disputes.acceptText", { amount: dispute.amount, name: dispute.buyer.name })}
        </p>
        <Tick name="understood" label={t("disputes.acceptChecked")} error={result.errorOf("understood")} />
        <Button
          variant="secondary"
          name="intent"
          value="accept"
          className="border-danger text-danger-ink"
          pending={sending === "accept"}
        >
          {t("disputes.accept")}
        </Button>
      </div>
    </details>
  );
}

function Tick({
  name,
  label,
  error,
  onChange,
}: {
  name: string;
  label: string;
  error: string | undefined;
  onChange?: (checked: boolean) => void;
}) {
  return (
    <div>
      <label className="flex min-h-11 items-center gap-3">
        <input
          type="checkbox"
          name={name}
          value="1"
          onChange={onChange && ((event) => onChange(event.currentTarget.checked))}
          aria-invalid={error ? true : undefined}
          className="size-5 shrink-0 accent-forest"
        />
        {label}
      </label>
      <FormError>{error}</FormError>
    </div>
  );
}

/** The deadline, as large as it matters. */
export function DisputeDeadline({ dispute }: { dispute: DisputeView }) {
  const t = useText();
  const { daysLeft, dueBy, answerable, expired } = dispute;
  if (expired && dueBy)
    return (
      <p className="font-semibold">
        {t(dispute.status === "inquiry" ? "disputes.expiredInquiry" : "disputes.expired", { date: dueBy })}
      </p>
    );
  if (!answerable || dueBy === undefined || daysLeft === undefined)
    return dueBy === undefined ? (
      <p className="text-ink-soft">{t("disputes.noDue")}</p>
    ) : (
      <p className="text-ink-soft">{t("disputes.until", { date: dueBy })}</p>
    );
  return (
    <>
      <p className="text-sm text-ink-soft">{t("disputes.due")}</p>
      <p className="font-display text-3xl font-extrabold">
        {daysLeft === 0
          ? t("disputes.today")
          : daysLeft === 1
            ? t("disputes.dayLeft")
            : t("disputes.daysLeft", { count: daysLeft })}
      </p>
      <p className="text-ink-soft">{t("disputes.until", { date: dueBy })}</p>
    </>
  );
}

/** The facts of a dispute, in the order in which they are asked for. */
export function DisputeFactsCard({
  facts,
}: {
  facts: readonly (readonly [string, React.ReactNode, string])[];
}) {
  return (
    <Card className="p-5 sm:p-6">
      <dl className="grid grid-cols-[repeat(auto-fit,minmax(min(100%,8.5rem),1fr))] gap-5">
        {facts.map(([label, value, more]) => (
          <div key={label} className="min-w-0">
            <dt className="text-sm text-ink-soft">{label}</dt>
            <dd className="font-semibold break-words">{value}</dd>
            <dd className="text-sm text-ink-soft">{more}</dd>
          </div>
        ))}
      </dl>
    </Card>
  );
}
