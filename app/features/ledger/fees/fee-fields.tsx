import { Form, useNavigation } from "@remix-run/react";
import { ProofField } from "~/features/accounts/proof/proof-field";
import type { Day } from "~/features/base/money/days";
import { useText } from "~/i18n/use-locale";
import type { useActionResult } from "~/platform/forms/use-action-result";
import { Button } from "~/ui/button";
import { Card } from "~/ui/card";
import { Field } from "~/ui/forms/field";
import { FormError } from "~/ui/forms/form-error";
import { TextAreaField } from "~/ui/forms/text-area-field";
import { feeReasonMaxLength } from "./fee-form";

interface FeeFieldsProps {
  id: string;
  earliest: Day;
  proofNeeded: boolean;
  result: ReturnType<typeof useActionResult>;
}

/** The form of a creator's fee: how much, from when, and why. */
export function FeeFields({ id, earliest, proofNeeded, result }: FeeFieldsProps) {
  const t = useText();
  const { errorOf, typedIn } = result;
  const busy = useNavigation().state === "submitting";
  return (
    <Card as="section" className="p-5 sm:p-6">
      <h2 className="mb-4 text-xl">{t("fees.newTitle")}</h2>
      <Form method="post" className="space-y-5">
        <FormError>{errorOf("form") ?? errorOf("id")}</FormError>
        <input type="hidden" name="id" value={typedIn("id") ?? id} />
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
        <TextAreaField
          name="reason"
          rows={2}
          label={t("fees.reason")}
          hint={t("fees.reasonHint")}
          error={errorOf("reason")}
          defaultValue={typedIn("reason")}
          maxLength={feeReasonMaxLength}
          required
        />
        <ProofField needed={proofNeeded} result={result} />
        <Button pending={busy} pendingLabel={t("payouts.confirming")}>
          {t("fees.save")}
        </Button>
      </Form>
    </Card>
  );
}
