import { Form, useNavigation } from "@remix-run/react";
import { ProofField } from "~/features/accounts/factors/proof-field";
import { useText } from "~/i18n/use-locale";
import { Button } from "~/ui/button";
import { Field } from "~/ui/forms/field";
import { FormError } from "~/ui/forms/form-error";
import { TextAreaField } from "~/ui/forms/text-area-field";
import { Icon } from "~/ui/icons";

/** Problems and values of one of the two forms. */
export interface SettleProblem {
  errorOf: (field: string) => string | undefined;
  typedIn: (field: string) => string | undefined;
}

export const noProblem: SettleProblem = { errorOf: () => undefined, typedIn: () => undefined };

/**
 * The two ways in which a payout ends: paid, with the bank's reference, or failed, with the reason. `stopped`: it must
 * not be paid, so only a transfer that was made already is recorded.
 */
export function SettlePayoutForms({
  payoutId,
  action,
  stopped,
  proofNeeded,
  problem,
}: {
  payoutId: string;
  action: string;
  stopped: boolean;
  proofNeeded: boolean;
  problem: SettleProblem | undefined;
}) {
  const t = useText();
  const sent = useNavigation().formData;
  const busy = (intent: string) => sent?.get("payoutId") === payoutId && sent.get("intent") === intent;
  const wrong = problem?.errorOf("form");
  const failing = problem?.typedIn("intent") === "failed";
  const resultOf = (mine: boolean) => (mine && problem) || noProblem;
  const paidForm = (
    <Form method="post" action={action} className="space-y-4" preventScrollReset>
      <input type="hidden" name="intent" value="paid" />
      <input type="hidden" name="payoutId" value={payoutId} />
      {stopped && <input type="hidden" name="anyway" value="1" />}
      <Field
        id={`reference-${payoutId}`}
        name="bankReference"
        label={t("payouts.bankReference")}
        hint={t(stopped ? "payouts.paidAlreadyHint" : "payouts.referenceHint")}
        error={problem?.errorOf("bankReference")}
        defaultValue={problem?.typedIn("bankReference")}
        maxLength={100}
        required
        autoComplete="off"
      />
      <ProofField needed={proofNeeded} id={`proof-paid-${payoutId}`} result={resultOf(!failing)} />
      <Button pending={busy("paid")} pendingLabel={t("payouts.confirming")}>
        {t("payouts.confirm")}
      </Button>
    </Form>
  );
  return (
    <div className="mt-5 space-y-3 border-t border-line pt-5">
      {wrong && <FormError>{wrong}</FormError>}
      {stopped ? (
        <details open={problem !== undefined && !failing} className="group/paid">
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
        <Form method="post" action={action} className="mt-2 space-y-4" preventScrollReset>
          <input type="hidden" name="intent" value="failed" />
          <input type="hidden" name="payoutId" value={payoutId} />
          <TextAreaField
            id={`failure-${payoutId}`}
            name="failure"
            label={t("payouts.failure")}
            hint={t("payouts.failureHint")}
            error={problem?.errorOf("failure")}
            defaultValue={problem?.typedIn("failure")}
            maxLength={500}
            rows={2}
            required
          />
          <ProofField needed={proofNeeded} id={`proof-failed-${payoutId}`} result={resultOf(failing)} />
          <Button variant="danger" pending={busy("failed")} pendingLabel={t("payouts.confirming")}>
            {t("payouts.fail")}
          </Button>
        </Form>
      </details>
    </div>
  );
}
