import { useText } from "~/i18n/use-locale";
import { SelectField } from "~/ui/forms/field";
import type { FormFields } from "~/ui/forms/form-error";
import type { Topic } from "./topic";

interface LanguageInputsProps {
  languages: readonly { value: string; label: string }[];
  result: FormFields;
}

export function LanguageInputs({ languages, result }: LanguageInputsProps) {
  const t = useText();
  const optionalLabel = `(${t("common.optional")})`;
  return (
    <div className="grid gap-6 sm:grid-cols-2">
      <SelectField
        {...result.field("spokenLanguage")}
        label={t("creator.spokenLanguage")}
        optionalLabel={optionalLabel}
        placeholder={t("creator.notSaid")}
        options={languages}
      />
    </div>
  );
}

export function TopicField({ topics, result }: { topics: readonly Topic[]; result: FormFields }) {
  const t = useText();
  return (
    <SelectField
      {...result.field("topic", "")}
      label={t("creator.topic")}
      optionalLabel={`(${t("common.optional")})`}
      placeholder={t("creator.topicNone")}
      options={topics.map(({ slug, name }) => ({ value: slug, label: name }))}
    />
  );
}
