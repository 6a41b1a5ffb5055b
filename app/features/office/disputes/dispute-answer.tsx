import { useNavigation } from "@remix-run/react";
import { useState } from "react";
import { ProofField } from "~/features/base/factors/proof-field";
import { useText } from "~/i18n/use-locale";
import type { EvidenceField } from "~/integrations/payments/payments";
import { Button } from "~/ui/button";
import { TextAreaField } from "~/ui/forms/field";
import { FormError, type FormFields } from "~/ui/forms/form-error";
import { useHydrated } from "~/ui/hydrated";
import { Icon } from "~/ui/icons";
import { parseEvidence, textMaxLength, textProofs } from "./evidence";
import type { DisputeView } from "./show-dispute.server";

export interface AnswerProps {
  dispute: DisputeView;
  result: FormFields;
}

/** Written texts; the others name recorded facts and are listed with the proofs. */
const writtenFields: readonly EvidenceField[] = [
  "uncategorized_text",
  "refund_refusal_explanation",
  "refund_policy_disclosure",
];

export function AnswerText({ dispute, result, field }: AnswerProps & { field: EvidenceField }) {
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
      {...result.field(field, text)}
      label={t(`disputes.fields.${field}`)}
      maxLength={textMaxLength}
      rows={Math.max(2, lines)}
      fits
    />
  );
}

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

/** As typed, in the bank's order. */
function BankPreview({ dispute }: { dispute: DisputeView }) {
  const t = useText();
  const [typed, setTyped] = useState<FormData>();
  const without: readonly EvidenceField[] = dispute.unticked.flatMap((proof) => textProofs[proof]);
  const stored = dispute.texts.filter(({ field, text }) => text !== "" && !without.includes(field));
  const texts = typed && parseEvidence(Object.fromEntries(typed));
  const parts = texts
    ? dispute.texts.flatMap(({ field }) => (texts[field] ? [{ field, text: texts[field] }] : []))
    : stored;
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

/** Sends the texts once; the button waits for its tick. */
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
