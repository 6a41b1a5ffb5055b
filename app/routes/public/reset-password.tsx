import type { ActionFunctionArgs, MetaFunction } from "@remix-run/node";
import { Form, useActionData, useLocation, useNavigation } from "@remix-run/react";
import { resetPasswordForm } from "~/features/accounts/account-forms";
import { FormProblem } from "~/features/accounts/form-problem";
import { NewPasswordTwice, useNewPasswordLabels } from "~/features/accounts/new-password-twice";
import { type Recovered, resetPassword } from "~/features/accounts/recover-password.server";
import { recoveryAreaOf, recoveryPaths } from "~/features/accounts/recovery-area";
import { resetLimit } from "~/features/accounts/sign-in-limits";
import { LanguageSwitch } from "~/i18n/language-switch";
import { metaText } from "~/i18n/meta-text";
import { useLinkTo, useText } from "~/i18n/use-locale";
import { finish, refuse, refuseTooMany } from "~/platform/action-result.server";
import { parseFields, problemWith, readForm } from "~/platform/forms.server";
import { tellLostLine } from "~/platform/lost-line";
import { addressKey } from "~/platform/rate-limits.server";
import { noteSecurity } from "~/platform/security-events";
import { useActionResult } from "~/platform/use-action-result";
import { waitHeaders } from "~/platform/wait-headers";
import { AuthLayout } from "~/ui/auth-layout";
import { Button } from "~/ui/button";
import { TextLink } from "~/ui/text-link";

export const meta: MetaFunction = ({ location }) => [
  ...metaText(location, "resetPassword"),
  { name: "robots", content: "noindex" },
];

export const headers = waitHeaders;

/** Sets a new password by the link's token. Reading the page uses nothing up: mail programs open links too. */
export async function action({ request, context }: ActionFunctionArgs) {
  const fields = await readForm(request);
  const form = parseFields(resetPasswordForm, fields);
  if (!form.ok) return refuse(form.problem);
  const { rateLimits } = context.services;
  const url = new URL(request.url);
  const token = url.searchParams.get("token") ?? "";
  const resetFailed = problemWith(fields, { form: "accounts.resetFailed" });
  let recovered: Recovered | undefined;
  try {
    const taken = await rateLimits.take(resetLimit, addressKey(context.clientAddress));
    if (!taken.ok) return refuseTooMany(context, fields, taken.retryAfterSeconds);
    recovered = await resetPassword(context.services, { token, password: form.value.password });
  } catch (error) {
    context.log.error({ err: error }, "password could not be reset");
    return refuse(resetFailed, { status: 503 });
  }
  noteSecurity(context, recovered ? "passwordReset" : "resetRefused", { userId: recovered?.userId });
  if (!recovered) return refuse(resetFailed);
  const description = recovered.payoutForgotten ? ("accounts.payoutForgotten" as const) : undefined;
  const flash = { tone: "success", title: "accounts.resetDone", description } as const;
  // Their mailbox is theirs: strangers who keep guessing the new password must not keep this browser out.
  const cookies = [await context.services.deviceCookie.remember(request, recovered.userId)];
  return finish(recoveryPaths[recoveryAreaOf(url)].login, { request, context, flash, cookies });
}

export const clientAction = tellLostLine;

export default function ResetPassword() {
  const area = recoveryAreaOf(useLocation());
  const result = useActionResult(useActionData<typeof action>(), 2_000);
  const busy = useNavigation().formData !== undefined || result.done;
  const labels = useNewPasswordLabels();
  const t = useText();
  const linkTo = useLinkTo();
  return (
    <AuthLayout
      backTo={linkTo(recoveryPaths[area].login).to}
      backLabel={t("common.back")}
      homeTo={linkTo("/").to}
      title={t("accounts.resetTitle")}
      description={t("accounts.resetText")}
      corner={area === "admin" ? undefined : <LanguageSwitch />}
    >
      <Form method="post" className="space-y-5">
        <FormProblem
          result={result}
          labels={labels}
          more={
            result.errorOf("form") && (
              <TextLink {...linkTo(recoveryPaths[area].forgot)}>{t("accounts.resetAgain")}</TextLink>
            )
          }
        />
        <NewPasswordTwice result={result} />
        <Button className="w-full" size="large" pending={busy} pendingLabel={t("accounts.resetting")}>
          {t("accounts.resetButton")}
        </Button>
      </Form>
    </AuthLayout>
  );
}
