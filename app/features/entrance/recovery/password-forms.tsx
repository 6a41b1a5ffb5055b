import { Form, useNavigation } from "@remix-run/react";
import { type RefObject, useEffect, useRef } from "react";
import { AccountPassword } from "~/features/base/accounts/account-password";
import { passwordMinLength } from "~/features/base/accounts/sign-in-limits";
import { FormProblem } from "~/features/base/form-fields/form-errors";
import { AccountTexts } from "~/i18n/account-texts";
import { useText } from "~/i18n/use-locale";
import type { useActionResult } from "~/platform/forms/use-action-result";
import { Button, ButtonLink } from "~/ui/button";
import { Field } from "~/ui/forms/field";
import { TextLink } from "~/ui/link";
import { Notice } from "~/ui/notice";
import type { FactorView } from "./recent-factors.server";
import type { CheckedLink } from "./recover-password.server";
import { keepField, recoveryMinutes } from "./recovery-rules";

interface NewPasswordTwiceProps {
  result: ReturnType<typeof useActionResult>;
  minLength: number;
}

function NewPasswordTwice({ result, minLength }: NewPasswordTwiceProps) {
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

function useNewPasswordLabels() {
  const t = useText();
  return { password: t("accounts.newPassword"), confirmPassword: t("accounts.confirmPassword") };
}

interface RecentFactorsProps {
  factors: readonly FactorView[];
  result: Pick<ReturnType<typeof useActionResult>, "typedIn">;
}

/** What the new password removes, with a box for each that keeps it. */
function RecentFactors({ factors, result }: RecentFactorsProps) {
  if (factors.length === 0) return null;
  return (
    <AccountTexts>
      <Boxes factors={factors} result={result} />
    </AccountTexts>
  );
}

function Boxes({ factors, result }: RecentFactorsProps) {
  const t = useText();
  const nameOf = (factor: FactorView) => {
    if (factor.kind === "passkey") return t("undo.passkey", { name: factor.name });
    if (factor.kind === "payoutDetails") return t("undo.payoutDetails", { to: factor.to });
    return t("undo.secondFactor");
  };
  return (
    <fieldset className="rounded-control bg-warn-soft px-4 py-4 text-on-warn-soft">
      <legend className="float-left font-semibold">{t("undo.recentTitle")}</legend>
      <p className="clear-both pt-1">{t("undo.recentText")}</p>
      <ul className="mt-3 space-y-3">
        {factors.map((factor) => (
          <li key={factor.key}>
            <label className="flex min-h-11 cursor-pointer items-start gap-3">
              <input
                type="checkbox"
                name={keepField(factor.key)}
                value="on"
                defaultChecked={result.typedIn(keepField(factor.key)) === "on"}
                className="mt-0.5 size-5 shrink-0 accent-ink"
              />
              <span className="min-w-0 break-words">
                {t("undo.keep", { what: nameOf(factor) })}
                <span className="block text-sm">{t("undo.addedOn", { date: factor.date })}</span>
              </span>
            </label>
          </li>
        ))}
      </ul>
    </fieldset>
  );
}

interface ChangePasswordFormProps {
  email: string;
  /** Removed by the new password unless kept. */
  recent: readonly FactorView[];
  /** In characters. */
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

/** The page stays open. */
function useClearAfterSuccess(form: RefObject<HTMLFormElement>, busy: boolean, failed: boolean): void {
  const sent = useRef(false);
  useEffect(() => {
    if (!busy && sent.current && !failed) form.current?.reset();
    sent.current = busy;
  }, [form, busy, failed]);
}

export function ForgotPasswordForm({ result }: { result: ReturnType<typeof useActionResult> }) {
  const busy = useNavigation().formData !== undefined;
  const t = useText();
  return (
    <Form method="post" className="space-y-5">
      <FormProblem result={result} labels={{ email: t("accounts.email") }} />
      <Field
        {...result.field("email")}
        type="email"
        label={t("accounts.email")}
        autoComplete="email"
        required
      />
      <Button className="w-full" size="large" pending={busy} pendingLabel={t("accounts.forgotSending")}>
        {t("accounts.forgotButton")}
      </Button>
    </Form>
  );
}

/** Shown whether the account exists or not. */
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

const linkProblems = {
  usable: undefined,
  ended: "accounts.resetLinkEnded",
  missing: "accounts.resetLinkMissing",
} as const;

interface ResetPasswordFormProps {
  checked: CheckedLink;
  again: { to: string };
  result: ReturnType<typeof useActionResult>;
}

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
