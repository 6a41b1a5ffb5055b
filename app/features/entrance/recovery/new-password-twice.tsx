import { AccountPassword } from "~/features/accounts/accounts/account-password";
import { passwordMinLength } from "~/features/accounts/accounts/password-length";
import { useText } from "~/i18n/use-locale";
import type { useActionResult } from "~/platform/forms/use-action-result";

interface NewPasswordTwiceProps {
  result: ReturnType<typeof useActionResult>;
}

/** product.md, Password recovery. */
export function NewPasswordTwice({ result }: NewPasswordTwiceProps) {
  const labels = useNewPasswordLabels();
  const t = useText();
  const rules = { result, minLength: passwordMinLength, autoComplete: "new-password" } as const;
  return (
    <>
      <AccountPassword
        {...rules}
        name="password"
        label={labels.password}
        hint={t("accounts.passwordHint", { min: passwordMinLength })}
      />
      <AccountPassword {...rules} name="confirmPassword" label={labels.confirmPassword} />
    </>
  );
}

export function useNewPasswordLabels() {
  const t = useText();
  return { password: t("accounts.newPassword"), confirmPassword: t("accounts.confirmPassword") };
}
