import { useNavigation } from "@remix-run/react";
import { ProofField } from "~/features/accounts/factors/proof-field";
import { useText } from "~/i18n/use-locale";
import type { useActionResult } from "~/platform/forms/use-action-result";
import { Button } from "~/ui/button";
import { Card } from "~/ui/card";
import { FormError } from "~/ui/forms/form-error";
import { TextAreaField } from "~/ui/forms/text-area-field";
import { textMaxLength } from "./evidence-texts";
import type { DisputeView } from "./show-dispute.server";

interface AnswerProps {
  dispute: DisputeView;
  result: Pick<ReturnType<typeof useActionResult>, "errorOf" | "typedIn">;
}

const longFields: readonly string[] = [
  "uncategorized_text",
  "access_activity_log",
  "refund_policy_disclosure",
];

/** The texts that the bank reads, as fields while the dispute can be answered. */
export function AnswerTexts({ dispute, result }: AnswerProps) {
  const t = useText();
  return (
    <section aria-labelledby="bank-reads">
      <h2 id="bank-reads" className="text-2xl">
        {t("disputes.bank")}
      </h2>
      {dispute.answerable && <p className="mt-1 text-ink-soft">{t("disputes.bankText")}</p>}
      {dispute.answerable ? (
        <div className="mt-5 space-y-5">
          {dispute.texts.map(({ field, text }) => (
            <TextAreaField
              key={field}
              name={field}
              label={t(`disputes.fields.${field}`)}
              hint={longFields.includes(field) ? t("disputes.limit") : undefined}
              error={result.errorOf(field)}
              defaultValue={result.typedIn(field) ?? text}
              maxLength={textMaxLength}
              rows={longFields.includes(field) ? 5 : 2}
            />
          ))}
          <Button variant="secondary" name="intent" value="stage">
            {t("disputes.save")}
          </Button>
        </div>
      ) : (
        <dl className="mt-5 space-y-4">
          {dispute.texts
            .filter(({ text }) => text !== "")
            .map(({ field, text }) => (
              <div key={field}>
                <dt className="font-semibold">{t(`disputes.fields.${field}`)}</dt>
                <dd className="mt-1 whitespace-pre-line text-ink-soft [overflow-wrap:anywhere]">{text}</dd>
              </div>
            ))}
        </dl>
      )}
    </section>
  );
}

/** The press that sends the texts, once, and the one that accepts instead: each with a tick of its own. */
export function AnswerDecision({ dispute, proofNeeded, result }: AnswerProps & { proofNeeded: boolean }) {
  const t = useText();
  const sending = useNavigation().formData?.get("intent");
  return (
    <>
      <div className="mt-5 space-y-4 border-t border-line pt-5">
        <FormError>{result.errorOf("form")}</FormError>
        <Tick name="checked" label={t("disputes.checked")} error={result.errorOf("checked")} />
        <ProofField needed={proofNeeded} result={result} />
        <Button
          name="intent"
          value="submit"
          className="w-full"
          pending={sending === "submit"}
          pendingLabel={t("disputes.submitting")}
        >
          {t("disputes.submit")}
        </Button>
        <p className="text-sm text-ink-soft">{t("disputes.submitOnce")}</p>
      </div>
      <section aria-labelledby="accept" className="mt-6 space-y-3 border-t border-line pt-5">
        <h2 id="accept" className="text-base font-semibold">
          {t("disputes.acceptTitle")}
        </h2>
        <p className="text-sm text-ink-soft">
          {t("disputes.acceptText", { amount: dispute.amount, name: dispute.buyer.name })}
        </p>
        <Tick name="understood" label={t("disputes.acceptChecked")} error={result.errorOf("understood")} />
        <Button variant="danger" name="intent" value="accept" pending={sending === "accept"}>
          {t("disputes.accept")}
        </Button>
      </section>
    </>
  );
}

function Tick({ name, label, error }: { name: string; label: string; error: string | undefined }) {
  return (
    <div>
      <label className="flex min-h-11 items-center gap-3">
        <input
          type="checkbox"
          name={name}
          value="1"
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
      <dl className="grid gap-5 sm:grid-cols-2 lg:grid-cols-4">
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
