import { useText } from "~/i18n/use-locale";
import type { useActionResult } from "~/platform/forms/use-action-result";
import { Field } from "~/ui/forms/field";

interface TaxIdFieldProps {
  result: Pick<ReturnType<typeof useActionResult>, "errorOf" | "typedIn">;
  /** The stored number, masked; null without one. An empty field keeps it. */
  kept: string | null;
}

export function TaxIdField({ result, kept }: TaxIdFieldProps) {
  const t = useText();
  return (
    <Field
      name="taxId"
      label={t("creator.taxId")}
      hint={kept ? t("creator.taxIdKept", { number: kept }) : t("creator.taxIdHint")}
      error={result.errorOf("taxId")}
      defaultValue={result.typedIn("taxId")}
      maxLength={30}
      autoComplete="off"
      autoCapitalize="characters"
      spellCheck={false}
    />
  );
}
