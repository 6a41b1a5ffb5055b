import type { ComponentPropsWithoutRef } from "react";
import { useText } from "~/i18n/use-locale";
import type { useActionResult } from "~/platform/use-action-result";
import { PasswordField } from "~/ui/password-field";

type AccountPasswordProps = Omit<
  ComponentPropsWithoutRef<typeof PasswordField>,
  "showLabel" | "hideLabel" | "error" | "autoComplete"
> & {
  result: ReturnType<typeof useActionResult>;
  /** Which password it is, for password managers: the one in use, or one being chosen. */
  autoComplete: "current-password" | "new-password";
};

/** A password of an account, with its message from the last try and the show and hide texts. It is always needed. */
export function AccountPassword({ result, ...rest }: AccountPasswordProps) {
  const t = useText();
  return (
    <PasswordField
      {...rest}
      error={result.errorOf(rest.name)}
      showLabel={t("common.showPassword")}
      hideLabel={t("common.hidePassword")}
      required
    />
  );
}
