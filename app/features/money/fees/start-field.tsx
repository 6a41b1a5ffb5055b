import type { Day } from "~/features/base/money/days";
import { useText } from "~/i18n/use-locale";
import { Field } from "~/ui/forms/field";
import type { RuleFieldsProps } from "./rule-form";

/** The first day on which a rule of releases holds. */
export function StartField({ earliest, result }: { earliest: Day } & Pick<RuleFieldsProps, "result">) {
  const t = useText();
  return (
    <Field
      name="from"
      type="date"
      label={t("fees.from")}
      hint={t("releases.fromHint")}
      error={result.errorOf("from")}
      defaultValue={result.typedIn("from") ?? earliest}
      min={earliest}
      className="sm:max-w-xs"
      required
    />
  );
}
