import { Form, useNavigation } from "@remix-run/react";
import { FormProblem } from "~/features/base/form-fields/form-errors";
import { useText } from "~/i18n/use-locale";
import type { useActionResult } from "~/platform/forms/use-action-result";
import { Button, ButtonLink } from "~/ui/button";
import { Field } from "~/ui/forms/field";
import { Notice } from "~/ui/notice";
import { recoveryMinutes } from "./recovery-link";

/** The form that asks for a recovery mail. */
export function ForgotPasswordForm({ result }: { result: ReturnType<typeof useActionResult> }) {
  const busy = useNavigation().formData !== undefined;
  const t = useText();
  return (
    <Form method="post" className="space-y-5">
      <FormProblem result={result} labels={{ email: t("accounts.email") }} />
      <Field
        name="email"
        type="email"
        label={t("accounts.email")}
        error={result.errorOf("email")}
        defaultValue={result.typedIn("email")}
        autoComplete="email"
        required
      />
      <Button className="w-full" size="large" pending={busy} pendingLabel={t("accounts.forgotSending")}>
        {t("accounts.forgotButton")}
      </Button>
    </Form>
  );
}

/** Shown after a request, whether the account exists or not. */
export function RecoverySent({ login }: { login: { to: string } }) {
  const t = useText();
  return (
    <>
      <Notice tone="success" title={t("accounts.forgotSentTitle")}>
        {t("accounts.forgotSentText", { minutes: recoveryMinutes })}
      </Notice>
      <ButtonLink {...login} className="mt-6 w-full" size="large">
        {t("accounts.backToLogin")}
      </ButtonLink>
    </>
  );
}
