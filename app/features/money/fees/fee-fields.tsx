import type { Day } from "~/features/base/money/days";
import { useText } from "~/i18n/use-locale";
import { Field } from "~/ui/forms/field";
import { feeReasonMaxLength } from "./fee-form";
import { type RuleFieldsProps, RuleForm } from "./rule-form";

/** The form of a creator's fee: how much, from when, and why. */
export function FeeFields({ earliest, ...rule }: RuleFieldsProps & { earliest: Day }) {
  const t = useText();
  const { errorOf, typedIn } = rule.result;
  return (
    <RuleForm
      {...rule}
      title={t("fees.newTitle")}
      reasonMaxLength={feeReasonMaxLength}
      mailed
      saveLabel={t("fees.save")}
    >
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
    </RuleForm>
  );
}
