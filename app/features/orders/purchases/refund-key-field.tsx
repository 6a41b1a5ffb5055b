import { pixKeyMaxLength } from "~/features/base/form-fields/pix-key";
import { useText } from "~/i18n/use-locale";
import type { useActionResult } from "~/platform/forms/use-action-result";
import { Field } from "~/ui/forms/field";

/** The buyer's Pix key, to which a refund by bank transfer goes. */
export function RefundKeyField({
  result: { errorOf, typedIn },
}: {
  result: Pick<ReturnType<typeof useActionResult>, "errorOf" | "typedIn">;
}) {
  const t = useText();
  return (
    <Field
      name="pixKey"
      label={t("purchases.withdrawPixKey")}
      hint={t("pix.hint")}
      error={errorOf("pixKey")}
      defaultValue={typedIn("pixKey")}
      maxLength={pixKeyMaxLength}
      autoComplete="off"
      autoCapitalize="none"
      spellCheck={false}
      required
    />
  );
}
