import { Form, useNavigation } from "@remix-run/react";
import { ProofField } from "~/features/accounts/proof/proof-field";
import { amountPattern } from "~/features/base/money/typed-amount";
import { useText } from "~/i18n/use-locale";
import type { useActionResult } from "~/platform/forms/use-action-result";
import { Button } from "~/ui/button";
import { Card } from "~/ui/card";
import { Field } from "~/ui/forms/field";
import { FormError } from "~/ui/forms/form-error";
import { TextAreaField } from "~/ui/forms/text-area-field";
import { smallestPayoutReasonMaxLength } from "./smallest-payout-form";

interface SmallestPayoutFieldsProps {
  id: string;
  proofNeeded: boolean;
  result: ReturnType<typeof useActionResult>;
}

/** The form of the smallest payout: how much, and why. */
export function SmallestPayoutFields({ id, proofNeeded, result }: SmallestPayoutFieldsProps) {
  const t = useText();
  const { errorOf, typedIn } = result;
  const busy = useNavigation().state === "submitting";
  return (
    <Card as="section" className="p-5 sm:p-6">
      <h2 className="mb-4 text-xl">{t("fees.leastNew")}</h2>
      <Form method="post" className="space-y-5">
        <FormError>{errorOf("form") ?? errorOf("id")}</FormError>
        <input type="hidden" name="id" value={typedIn("id") ?? id} />
        <Field
          name="amount"
          label={t("fees.leastAmount")}
          hint={t("fees.leastHint")}
          error={errorOf("amount")}
          defaultValue={typedIn("amount")}
          inputMode="decimal"
          pattern={amountPattern}
          maxLength={8}
          autoComplete="off"
          className="sm:max-w-xs"
          required
        />
        <TextAreaField
          name="reason"
          rows={2}
          label={t("fees.reason")}
          hint={t("fees.reasonHint")}
          error={errorOf("reason")}
          defaultValue={typedIn("reason")}
          maxLength={smallestPayoutReasonMaxLength}
          required
        />
        <ProofField needed={proofNeeded} result={result} />
        <Button pending={busy} pendingLabel={t("payouts.confirming")}>
          {t("fees.leastSave")}
        </Button>
      </Form>
    </Card>
  );
}
