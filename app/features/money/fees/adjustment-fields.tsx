import { adjustmentKinds, settlesDebt } from "~/features/money/ledger/adjustment";
import { useText } from "~/i18n/use-locale";
import { Field } from "~/ui/forms/field";
import { RadioGroup } from "~/ui/forms/radio-group";
import { type RuleFieldsProps, RuleForm } from "./rule-form";

/** Settling a debt is offered only where there is one. */
export function AdjustmentFields({ owes, ...form }: RuleFieldsProps & { owes: boolean }) {
  const t = useText();
  const { field } = form.result;
  const kinds = adjustmentKinds.filter((kind) => owes || !settlesDebt(kind));
  const reason = { label: t("adjust.reason"), hint: t("adjust.reasonHint") };
  return (
    <RuleForm {...form} title={t("adjust.newTitle")} reason={reason} saveLabel={t("adjust.save")}>
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
    </RuleForm>
  );
}
