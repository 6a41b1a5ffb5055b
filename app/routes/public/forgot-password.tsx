import type { ActionFunctionArgs, MetaFunction } from "@remix-run/node";
import { useActionData, useLocation, useSearchParams } from "@remix-run/react";
import { forgotPasswordForm } from "~/features/base/accounts/account-forms";
import { CardPage } from "~/features/base/accounts/card-page";
import { recoveryAddressLimit, recoveryMailLimit } from "~/features/base/accounts/sign-in-limits";
import { ForgotPasswordForm, RecoverySent } from "~/features/entrance/recovery/password-forms";
import { requestRecovery } from "~/features/entrance/recovery/recover-password.server";
import {
  recoveryAreaOf,
  recoveryPaths,
  returnPathOf,
  withReturnPath,
} from "~/features/entrance/recovery/recovery-rules";
import { accountPseudonym } from "~/features/entrance/sign-in/log-in.server";
import { EntranceTexts } from "~/i18n/entrance-texts";
import { LanguageSwitch } from "~/i18n/language-switch";
import { decideLocale } from "~/i18n/page-language";
import { metaText } from "~/i18n/page-titles";
import { useLinkTo, useText } from "~/i18n/use-locale";
import { parseFields, problemWith, readForm, refuse, refuseTooMany } from "~/platform/forms/forms.server";
import { useActionResult } from "~/platform/forms/use-action-result";
import { goTo, retryAfterHeaders } from "~/platform/responses.server";
import { noteSecurity } from "~/platform/security-events";
import { addressKey } from "~/platform/try-counter.server";

export const meta: MetaFunction = ({ location }) => metaText(location, "forgotPassword");

export const headers = retryAfterHeaders;

/** The same response whether the account exists or not. */
export async function action({ request, context }: ActionFunctionArgs) {
  const { services, log, clientAddress } = context;
  const fields = await readForm(request);
  const form = parseFields(forgotPasswordForm, fields);
  if (!form.ok) return refuse(form.problem);
  const { email } = form.value;
  const url = new URL(request.url);
  const area = recoveryAreaOf(url);
  const returnPath = returnPathOf(url.search);
  try {
    const byAddress = await services.rateLimits.take(recoveryAddressLimit, addressKey(clientAddress));
    if (!byAddress.ok) return refuseTooMany(context, fields, byAddress.retryAfterSeconds);
    const byMailbox = await services.rateLimits.take(recoveryMailLimit, `mail:${email.toLowerCase()}`);
    if (!byMailbox.ok) return refuseTooMany(context, fields, byMailbox.retryAfterSeconds);
    await requestRecovery(services, { email, area, locale: decideLocale(url), returnPath });
  } catch (error) {
    log.error({ err: error }, "recovery mail could not be queued");
    return refuse(problemWith(fields, { form: "accounts.forgotFailed" }), { status: 503 });
  }
  noteSecurity(context, "recoveryAsked", { account: accountPseudonym(email) });
  const flash = { tone: "success", title: "accounts.forgotSent" } as const;
  return goTo(withReturnPath(recoveryPaths[area].sent, returnPath), { request, context, flash });
}

export default function ForgotPassword() {
  return (
    <EntranceTexts>
      <Screen />
    </EntranceTexts>
  );
}

function Screen() {
  const location = useLocation();
  const area = recoveryAreaOf(location);
  const [params] = useSearchParams();
  const sent = params.has("sent");
  const result = useActionResult(useActionData<typeof action>());
  const t = useText();
  const linkTo = useLinkTo();
  const login = linkTo(withReturnPath(recoveryPaths[area].login, returnPathOf(location.search)));
  return (
    <CardPage
      backTo={login.to}
      title={t("accounts.forgotTitle")}
      description={sent ? undefined : t("accounts.forgotText")}
      corner={area === "admin" ? undefined : <LanguageSwitch />}
    >
      {sent ? <RecoverySent login={login} /> : <ForgotPasswordForm result={result} />}
    </CardPage>
  );
}
