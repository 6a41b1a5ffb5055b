import { AccountPassword } from "~/features/accounts/accounts/account-password";
import { useText } from "~/i18n/use-locale";
import type { useActionResult } from "~/platform/forms/use-action-result";

interface NewPasswordTwiceProps {
  result: ReturnType<typeof useActionResult>;
  /** In characters. */
  minLength: number;
}

/** product.md, Password recovery. */
export function NewPasswordTwice({ result, minLength }: NewPasswordTwiceProps) {
  const labels = useNewPasswordLabels();
  const t = useText();
  const rules = { result, minLength, autoComplete: "new-password" } as const;
  return (
    <>
      <AccountPassword
        {...rules}
        name="password"
        label={labels.password}
        hint={t("accounts.passwordHint", { min: minLength })}
      />
      <AccountPassword {...rules} name="confirmPassword" label={labels.confirmPassword} />
    </>
  );
}

export function useNewPasswordLabels() {
  const t = useText();
  return { password: t("accounts.newPassword"), confirmPassword: t("accounts.confirmPassword") };
}
