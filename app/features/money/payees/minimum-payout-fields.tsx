import { amountPattern } from "~/features/base/money/price";
import { type RuleFieldsProps, RuleForm } from "~/features/money/fees/rule-form";
import { useText } from "~/i18n/use-locale";
import { Field } from "~/ui/forms/field";

export function MinimumPayoutFields(rule: RuleFieldsProps) {
  const t = useText();
  const { errorOf, typedIn } = rule.result;
  return (
    <RuleForm {...rule} title={t("fees.minimumNew")} saveLabel={t("fees.minimumSave")}>
      <Field
        name="amount"
        label={t("fees.minimumAmount")}
        hint={t("fees.minimumHint")}
        error={errorOf("amount")}
        defaultValue={typedIn("amount")}
        inputMode="decimal"
        pattern={amountPattern}
        maxLength={8}
        autoComplete="off"
        className="sm:max-w-xs"
        required
      />
    </RuleForm>
  );
}
