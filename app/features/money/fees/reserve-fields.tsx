import type { Day } from "~/features/base/money/days";
import { useText } from "~/i18n/use-locale";
import { Field } from "~/ui/forms/field";
import { releaseReasonMaxLength } from "./release-form";
import { type RuleFieldsProps, RuleForm } from "./rule-form";
import { StartField } from "./start-field";

/** The form of a creator's reserve: how much, for how long, from when, and why. */
export function ReserveFields({ earliest, ...rule }: RuleFieldsProps & { earliest: Day }) {
  const t = useText();
  const { errorOf, typedIn } = rule.result;
  return (
    <RuleForm
      {...rule}
      title={t("releases.reserveNew")}
      reasonMaxLength={releaseReasonMaxLength}
      mailed
      saveLabel={t("releases.reserveSave")}
    >
      <div className="grid gap-5 sm:grid-cols-2">
        <Field
          name="percent"
          label={t("releases.percent")}
          hint={t("releases.percentHint")}
          error={errorOf("percent")}
          defaultValue={typedIn("percent")}
          inputMode="decimal"
          maxLength={8}
          autoComplete="off"
          required
        />
        <Field
          name="days"
          label={t("releases.reserveDays")}
          hint={t("releases.reserveDaysHint")}
          error={errorOf("days")}
          defaultValue={typedIn("days")}
          inputMode="numeric"
          maxLength={3}
          autoComplete="off"
          required
        />
      </div>
      <StartField earliest={earliest} result={rule.result} />
    </RuleForm>
  );
}
