import { Form, useNavigation } from "@remix-run/react";
import { ProofField } from "~/features/base/factors/proof-field";
import { useText } from "~/i18n/use-locale";
import type { useActionResult } from "~/platform/forms/use-action-result";
import { Button } from "~/ui/button";
import { Card } from "~/ui/card";
import { Field, TextAreaField } from "~/ui/forms/field";
import { FormError } from "~/ui/forms/form-error";
import { RadioGroup } from "~/ui/forms/radio-group";
import { adjustmentKinds, adjustmentReasonMaxLength, settlesDebt } from "./adjustment";

/** Settling a debt is offered only where there is one. */
export function AdjustmentFields({
  id,
  owes,
  proofNeeded,
  result,
}: {
  id: string;
  owes: boolean;
  proofNeeded: boolean;
  result: ReturnType<typeof useActionResult>;
}) {
  const t = useText();
  const { errorOf, typedIn, field } = result;
  const busy = useNavigation().state === "submitting";
  const kinds = adjustmentKinds.filter((kind) => owes || !settlesDebt(kind));
  return (
    <Card as="section" className="p-5 sm:p-6">
      <h2 className="mb-4 text-xl">{t("adjust.newTitle")}</h2>
      <Form method="post" className="space-y-5">
        <FormError>{errorOf("form") ?? errorOf("id")}</FormError>
        <input type="hidden" name="id" value={typedIn("id") ?? id} />
        <RadioGroup
          {...field("kind")}
          label={t("adjust.kind")}
          options={kinds.map((kind) => ({
            value: kind,
            label: t(`adjust.kinds.${kind}`),
            hint: t(`adjust.hints.${kind}`),
          }))}
          required
        />
        <Field
          {...field("amount")}
          label={t("adjust.amount")}
          hint={t("adjust.amountHint")}
          inputMode="decimal"
          maxLength={15}
          autoComplete="off"
          required
        />
        <TextAreaField
          {...field("reason")}
          rows={2}
          label={t("adjust.reason")}
          hint={t("adjust.reasonHint")}
          maxLength={adjustmentReasonMaxLength}
          required
        />
        <ProofField needed={proofNeeded} result={result} />
        <Button pending={busy} pendingLabel={t("payouts.confirming")}>
          {t("adjust.save")}
        </Button>
      </Form>
    </Card>
  );
}
