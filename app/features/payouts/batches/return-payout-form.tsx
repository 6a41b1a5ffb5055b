import { Form, useNavigation } from "@remix-run/react";
import { ProofField } from "~/features/accounts/proof/proof-field";
import { useText } from "~/i18n/use-locale";
import { Button } from "~/ui/button";
import { FormError } from "~/ui/forms/form-error";
import { TextAreaField } from "~/ui/forms/text-area-field";
import { Icon } from "~/ui/icons";
import { noProblem, type SettleProblem } from "./settle-payout-forms";

/** Records that the bank returned a confirmed payout, with the reason. */
export function ReturnPayoutForm({
  payoutId,
  action,
  proofNeeded,
  problem,
}: {
  payoutId: string;
  action: string;
  proofNeeded: boolean;
  problem: SettleProblem | undefined;
}) {
  const t = useText();
  const sent = useNavigation().formData;
  const busy = sent?.get("payoutId") === payoutId && sent.get("intent") === "returned";
  return (
    <details open={problem !== undefined} className="group/return mt-3">
      <summary className="flex min-h-11 w-fit cursor-pointer items-center gap-1 font-semibold text-ink-soft">
        {t("payouts.returnSummary")}
        <Icon name="chevron-down" className="size-4 group-open/return:rotate-180" />
      </summary>
      <Form method="post" action={action} className="mt-2 space-y-4" preventScrollReset>
        <FormError>{problem?.errorOf("form")}</FormError>
        <input type="hidden" name="intent" value="returned" />
        <input type="hidden" name="payoutId" value={payoutId} />
        <TextAreaField
          id={`return-${payoutId}`}
          name="returnReason"
          label={t("payouts.returnReason")}
          hint={t("payouts.failureHint")}
          error={problem?.errorOf("returnReason")}
          defaultValue={problem?.typedIn("returnReason")}
          maxLength={500}
          rows={2}
          required
        />
        <ProofField needed={proofNeeded} id={`proof-returned-${payoutId}`} result={problem ?? noProblem} />
        <Button variant="danger" pending={busy} pendingLabel={t("payouts.confirming")}>
          {t("payouts.return")}
        </Button>
      </Form>
    </details>
  );
}
