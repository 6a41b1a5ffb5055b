import { Form, useNavigation } from "@remix-run/react";
import { type RefObject, useEffect, useRef } from "react";
import { AccountPassword } from "~/features/accounts/accounts/account-password";
import { FormProblem } from "~/features/base/form-fields/form-errors";
import { useText } from "~/i18n/use-locale";
import type { useActionResult } from "~/platform/forms/use-action-result";
import { Button } from "~/ui/button";
import { NewPasswordTwice, RecentFactors, useNewPasswordLabels } from "./recent-factors";
import type { FactorView } from "./recent-factors.server";

interface ChangePasswordFormProps {
  email: string;
  /** What the new password removes unless the person keeps it. */
  recent: readonly FactorView[];
  /** Minimum length of the new password in characters. */
  minLength: number;
  result: ReturnType<typeof useActionResult>;
}

export function ChangePasswordForm({ email, recent, minLength, result }: ChangePasswordFormProps) {
  const busy = useNavigation().formData?.get("intent") === "password";
  const form = useRef<HTMLFormElement>(null);
  useClearAfterSuccess(form, busy, result.failed);
  const t = useText();
  const labels = { currentPassword: t("accountPage.currentPassword"), ...useNewPasswordLabels() };
  return (
    <Form method="post" className="space-y-5" ref={form}>
      <input type="hidden" name="intent" value="password" />
      {/* For password managers. */}
      <input name="username" autoComplete="username" defaultValue={email} readOnly hidden />
      <FormProblem result={result} labels={labels} />
      <AccountPassword
        result={result}
        name="currentPassword"
        label={labels.currentPassword}
        autoComplete="current-password"
      />
      <NewPasswordTwice result={result} minLength={minLength} />
      <RecentFactors factors={recent} result={result} />
      <Button pending={busy} pendingLabel={t("accounts.resetting")}>
        {t("accountPage.changePassword")}
      </Button>
    </Form>
  );
}

/** Clears the passwords after a successful submission, since the page stays open. */
function useClearAfterSuccess(form: RefObject<HTMLFormElement>, busy: boolean, failed: boolean): void {
  const sent = useRef(false);
  useEffect(() => {
    if (!busy && sent.current && !failed) form.current?.reset();
    sent.current = busy;
  }, [form, busy, failed]);
}
