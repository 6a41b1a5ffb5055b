import { useText } from "~/i18n/use-locale";
import { SelectField } from "~/ui/forms/select-field";

interface LanguageInputsProps {
  languages: readonly { value: string; label: string }[];
  errorOf: (field: string) => string | undefined;
  typedIn: (field: string) => string | undefined;
}

/** The language spoken in a video, on the forms of its creator. */
export function LanguageInputs({ languages, errorOf, typedIn }: LanguageInputsProps) {
  const t = useText();
  const optionalLabel = `(${t("common.optional")})`;
  return (
    <div className="grid gap-6 sm:grid-cols-2">
      <SelectField
        name="spokenLanguage"
        label={t("creator.spokenLanguage")}
        optionalLabel={optionalLabel}
        error={errorOf("spokenLanguage")}
        defaultValue={typedIn("spokenLanguage")}
        placeholder={t("creator.notSaid")}
        options={languages}
      />
    </div>
  );
}
