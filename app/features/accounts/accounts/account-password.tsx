import type { ComponentPropsWithoutRef } from "react";
import { useText } from "~/i18n/use-locale";
import type { useActionResult } from "~/platform/forms/use-action-result";
import { PasswordField } from "~/ui/forms/password-field";

type AccountPasswordProps = Omit<
  ComponentPropsWithoutRef<typeof PasswordField>,
  "showLabel" | "hideLabel" | "error" | "autoComplete"
> & {
  result: Pick<ReturnType<typeof useActionResult>, "errorOf">;
  /** For password managers. */
  autoComplete: "current-password" | "new-password";
};

export function AccountPassword({ result, required = true, ...rest }: AccountPasswordProps) {
  const t = useText();
  return (
    <PasswordField
      {...rest}
      error={result.errorOf(rest.name)}
      showLabel={t("common.showPassword")}
      hideLabel={t("common.hidePassword")}
      required={required}
    />
  );
}
