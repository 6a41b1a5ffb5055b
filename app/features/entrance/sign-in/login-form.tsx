import { Form, useLocation, useNavigation } from "@remix-run/react";
import type { ReactNode } from "react";
import { AcceptsTerms } from "~/features/accounts/accounts/accepts-terms";
import { AccountPassword } from "~/features/accounts/accounts/account-password";
import { passwordMinLength } from "~/features/accounts/accounts/password-length";
import { FormProblem } from "~/features/base/form-fields/form-errors";
import {
  type RecoveryArea,
  recoveryPaths,
  returnPathOf,
  withReturnPath,
} from "~/features/entrance/recovery/recovery-area";
import { useLinkTo, useText } from "~/i18n/use-locale";
import type { useActionResult } from "~/platform/forms/use-action-result";
import { Button } from "~/ui/button";
import { Field } from "~/ui/forms/field";
import { TextLink } from "~/ui/text-link";

interface LoginFormProps {
  result: ReturnType<typeof useActionResult>;
  /** Selects the link to password recovery. */
  area: RecoveryArea;
  /** For a page with both tabs; `signup` also asks for the name. */
  intent?: "login" | "signup";
  children?: ReactNode;
}

/** One form for both tabs, so that typed values survive a change of tab. */
export function LoginForm({ result, area, intent, children }: LoginFormProps) {
  const { done, errorOf, typedIn } = result;
  const signingUp = intent === "signup";
  const busy = useNavigation().formData !== undefined || done;
  const t = useText();
  const linkTo = useLinkTo();
  const { search } = useLocation();
  const forgot = linkTo(withReturnPath(recoveryPaths[area].forgot, returnPathOf(search)));
  const labels = {
    fullName: t("accounts.fullName"),
    email: t("accounts.email"),
    password: t("accounts.password"),
  };
  return (
    <Form method="post" className="space-y-5">
      {intent && <input type="hidden" name="intent" value={intent} />}
      {children}
      <FormProblem
        result={result}
        labels={labels}
        more={
          // For every failure alike: an account whose password was removed is not told apart.
          result.problem?.errors.form === "accounts.loginFailed" && (
            <TextLink {...forgot}>{t("accounts.loginForgotten")}</TextLink>
          )
        }
      />
      {signingUp && (
        <Field
          name="fullName"
          label={labels.fullName}
          error={errorOf("fullName")}
          defaultValue={typedIn("fullName")}
          autoComplete="name"
          maxLength={200}
          required
        />
      )}
      <Field
        name="email"
        type="email"
        label={labels.email}
        error={errorOf("email")}
        defaultValue={typedIn("email")}
        autoComplete={signingUp ? "email" : "username"}
        required
      />
      <AccountPassword
        result={result}
        name="password"
        label={labels.password}
        hint={signingUp ? t("accounts.passwordHint", { min: passwordMinLength }) : undefined}
        autoComplete={signingUp ? "new-password" : "current-password"}
      />
      <Button
        className="w-full"
        size="large"
        pending={busy}
        pendingLabel={t(signingUp ? "accounts.signingUp" : "accounts.loggingIn")}
      >
        {t(signingUp ? "accounts.signup" : "accounts.login")}
      </Button>
      {signingUp && <AcceptsTerms by="signup" />}
      {!signingUp && (
        <p className="text-center">
          <TextLink {...forgot}>{t("accounts.forgotLink")}</TextLink>
        </p>
      )}
    </Form>
  );
}
