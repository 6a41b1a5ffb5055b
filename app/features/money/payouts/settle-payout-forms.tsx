import { Form, useNavigation } from "@remix-run/react";
import { ProofField } from "~/features/base/factors/proof-field";
import { useText } from "~/i18n/use-locale";
import { Button } from "~/ui/button";
import { Field, TextAreaField } from "~/ui/forms/field";
import { FormError, type FormFields } from "~/ui/forms/form-error";
import { Icon } from "~/ui/icons";

/** `stopped`: it must not be paid, so only an earlier transfer is recorded. */
export function SettlePayoutForms({
  payoutId,
  action,
  stopped,
  proofNeeded,
  result,
}: {
  payoutId: string;
  action: string;
  stopped: boolean;
  proofNeeded: boolean;
  result: FormFields;
}) {
  const t = useText();
  const sent = useNavigation().formData;
  const busy = sent?.get("payoutId") === payoutId && sent.get("intent") === "paid";
  const wrong = result.errorOf("form");
  const failing = result.typedIn("intent") === "failed";
  const paidForm = (
    <Form method="post" action={action} className="space-y-4" preventScrollReset>
      <input type="hidden" name="intent" value="paid" />
      <input type="hidden" name="payoutId" value={payoutId} />
      {stopped && <input type="hidden" name="anyway" value="1" />}
      <Field
        {...result.field("bankReference")}
        id={`reference-${payoutId}`}
        label={t("payouts.bankReference")}
        hint={t(stopped ? "payouts.paidAlreadyHint" : "payouts.referenceHint")}
        maxLength={100}
        required
        autoComplete="off"
      />
      <ProofField needed={proofNeeded} id={`proof-paid-${payoutId}`} result={result.onlyIf(!failing)} />
      <Button pending={busy} pendingLabel={t("payouts.confirming")}>
        {t("payouts.confirm")}
      </Button>
    </Form>
  );
  return (
    <div className="mt-5 space-y-3 border-t border-line pt-5">
      {wrong && <FormError>{wrong}</FormError>}
      {stopped ? (
        <details open={result.failed && !failing} className="group/paid">
          <summary className="flex min-h-11 w-fit cursor-pointer items-center gap-1 font-semibold text-ink-soft">
            {t("payouts.paidAlready")}
            <Icon name="chevron-down" className="size-4 group-open/paid:rotate-180" />
          </summary>
          {paidForm}
        </details>
      ) : (
        paidForm
      )}
      <details open={failing} className="group/fail">
        <summary className="flex min-h-11 w-fit cursor-pointer items-center gap-1 font-semibold text-ink-soft">
          {t("payouts.failSummary")}
          <Icon name="chevron-down" className="size-4 group-open/fail:rotate-180" />
        </summary>
        <UnpaidForm
          outcome="failed"
          payoutId={payoutId}
          action={action}
          proofNeeded={proofNeeded}
          result={result.onlyIf(failing)}
        />
      </details>
    </div>
  );
}

const unpaid = {
  failed: { field: "failure", label: "payouts.failure", button: "payouts.fail" },
  returned: { field: "returnReason", label: "payouts.returnReason", button: "payouts.return" },
} as const;

/** A payout that did not arrive. `goesOn`: another payout's page follows. */
export function UnpaidForm({
  outcome,
  payoutId,
  action,
  proofNeeded,
  result,
  goesOn = false,
}: {
  outcome: keyof typeof unpaid;
  payoutId: string;
  action: string;
  proofNeeded: boolean;
  result: FormFields;
  goesOn?: boolean;
}) {
  const t = useText();
  const sent = useNavigation().formData;
  const { field, label, button } = unpaid[outcome];
  return (
    <Form method="post" action={action} className="mt-2 space-y-4" preventScrollReset={!goesOn}>
      <input type="hidden" name="intent" value={outcome} />
      <input type="hidden" name="payoutId" value={payoutId} />
      <TextAreaField
        {...result.field(field)}
        id={`${field}-${payoutId}`}
        label={t(label)}
        hint={t("payouts.failureHint")}
        maxLength={500}
        rows={2}
        required
      />
      <ProofField needed={proofNeeded} id={`proof-${outcome}-${payoutId}`} result={result} />
      <Button
        variant="danger"
        pending={sent?.get("payoutId") === payoutId && sent.get("intent") === outcome}
        pendingLabel={t("payouts.confirming")}
      >
        {t(button)}
      </Button>
    </Form>
  );
}
