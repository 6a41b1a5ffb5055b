import type { Day } from "~/features/base/money/days";
import type { ReleaseDays } from "~/features/money/ledger/release-rules";
import { useText } from "~/i18n/use-locale";
import { Field } from "~/ui/forms/field";
import { releaseReasonMaxLength } from "./release-form";
import { type RuleFieldsProps, RuleForm } from "./rule-form";
import { StartField } from "./start-field";

const methods = ["pix", "boleto", "card"] as const;

/** The form of the days until releases: of each method, from when, and why. */
export function ReleaseFields({
  earliest,
  days,
  ...rule
}: RuleFieldsProps & { earliest: Day; days: ReleaseDays }) {
  const t = useText();
  const { errorOf, typedIn } = rule.result;
  return (
    <RuleForm
      {...rule}
      title={t("releases.newTitle")}
      reasonMaxLength={releaseReasonMaxLength}
      saveLabel={t("releases.save")}
    >
      <div className="grid gap-5 sm:grid-cols-3">
        {methods.map((method) => (
          <Field
            key={method}
            name={`${method}Days`}
            label={t(`releases.${method}Days`)}
            hint={t("releases.daysHint")}
            error={errorOf(`${method}Days`)}
            defaultValue={typedIn(`${method}Days`) ?? String(days[method])}
            inputMode="numeric"
            maxLength={3}
            autoComplete="off"
            required
          />
        ))}
      </div>
      <StartField earliest={earliest} result={rule.result} />
    </RuleForm>
  );
}
