import { Form, useNavigation } from "@remix-run/react";
import { passwordMinLength } from "~/features/accounts/accounts/password-length";
import { FormProblem } from "~/features/base/form-fields/form-errors";
import { useText } from "~/i18n/use-locale";
import type { useActionResult } from "~/platform/forms/use-action-result";
import { Button } from "~/ui/button";
import { Notice } from "~/ui/notice";
import { TextLink } from "~/ui/text-link";
import { NewPasswordTwice, RecentFactors, useNewPasswordLabels } from "./recent-factors";
import type { CheckedLink } from "./recover-password.server";

const linkProblems = {
  usable: undefined,
  ended: "accounts.resetLinkEnded",
  missing: "accounts.resetLinkMissing",
} as const;

interface ResetPasswordFormProps {
  checked: CheckedLink;
  /** The form that mails another link. */
  again: { to: string };
  result: ReturnType<typeof useActionResult>;
}

/** The form of a new password, with a warning about a link that cannot be used. */
export function ResetPasswordForm({ checked, again, result }: ResetPasswordFormProps) {
  const { link, recent } = checked;
  const busy = useNavigation().formData !== undefined || result.done;
  const labels = useNewPasswordLabels();
  const t = useText();
  const problem = result.problem || result.done ? undefined : linkProblems[link];
  return (
    <>
      {problem && (
        <Notice tone="warn" className="mb-6">
          <p>{t(problem)}</p>
          <TextLink {...again}>{t("accounts.resetAgain")}</TextLink>
        </Notice>
      )}
      <Form method="post" className="space-y-5">
        <FormProblem
          result={result}
          labels={labels}
          more={result.errorOf("form") && <TextLink {...again}>{t("accounts.resetAgain")}</TextLink>}
        />
        <NewPasswordTwice result={result} minLength={passwordMinLength} />
        <RecentFactors factors={recent} result={result} />
        <Button className="w-full" size="large" pending={busy} pendingLabel={t("accounts.resetting")}>
          {t("accounts.resetButton")}
        </Button>
      </Form>
    </>
  );
}
