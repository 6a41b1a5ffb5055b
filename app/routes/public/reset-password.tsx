import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useActionData, useLoaderData, useLocation } from "@remix-run/react";
import { resetPasswordForm } from "~/features/base/accounts/account-forms";
import { CardPage } from "~/features/base/accounts/card-page";
import { resetLimit } from "~/features/base/accounts/sign-in-limits";
import { ResetPasswordForm } from "~/features/entrance/recovery/password-forms";
import { keptIn } from "~/features/entrance/recovery/recent-factors.server";
import {
  type CheckedLink,
  checkRecoveryLink,
  resetPassword,
} from "~/features/entrance/recovery/recover-password.server";
import {
  recoveryAreaOf,
  recoveryPaths,
  returnPathOf,
  withReturnPath,
} from "~/features/entrance/recovery/recovery-rules";
import { EntranceTexts } from "~/i18n/entrance-texts";
import { LanguageSwitch } from "~/i18n/language-switch";
import { decideLocale } from "~/i18n/page-language";
import { metaText } from "~/i18n/page-titles";
import { useLinkTo, useText } from "~/i18n/use-locale";
import {
  finish,
  parseFields,
  problemWith,
  readForm,
  refuse,
  refuseTooMany,
} from "~/platform/forms/forms.server";
import { skipRevalidation, useActionResult } from "~/platform/forms/use-action-result";
import { retryAfterHeaders } from "~/platform/responses.server";
import { noteSecurity } from "~/platform/security-events";
import { clientOf } from "~/platform/session/actor.server";
import { addressKey } from "~/platform/try-counter.server";

export const meta: MetaFunction = ({ location }) => [
  ...metaText(location, "resetPassword"),
  { name: "robots", content: "noindex" },
];

export const headers = retryAfterHeaders;

export const shouldRevalidate = skipRevalidation;

/** Checks the link before a password is typed; in a database outage the form checks it. */
export async function loader({ request, context }: LoaderFunctionArgs) {
  const url = new URL(request.url);
  const checked = checkRecoveryLink(context.services, tokenOf(url), decideLocale(url));
  return checked.catch((error: unknown): CheckedLink => {
    context.log.error({ err: error }, "a recovery link could not be checked");
    return { link: "usable", recent: [] };
  });
}

const tokenOf = (url: URL) => url.searchParams.get("token") ?? "";

/** A GET does not consume the link, because mail programs open links too. */
export async function action({ request, context }: ActionFunctionArgs) {
  const fields = await readForm(request);
  const form = parseFields(resetPasswordForm, fields);
  if (!form.ok) return refuse(form.problem);
  const { rateLimits } = context.services;
  const url = new URL(request.url);
  const token = tokenOf(url);
  const resetFailed = problemWith(fields, { form: "accounts.resetFailed" });
  let recovered: Awaited<ReturnType<typeof resetPassword>>;
  try {
    const taken = await rateLimits.take(resetLimit, addressKey(context.clientAddress));
    if (!taken.ok) return refuseTooMany(context, fields, taken.retryAfterSeconds);
    const client = clientOf(context, request);
    const chosen = { token, password: form.value.password, keeps: keptIn(fields), client };
    recovered = await resetPassword(context.services, chosen);
  } catch (error) {
    context.log.error({ err: error }, "password could not be reset");
    return refuse(resetFailed, { status: 503 });
  }
  if (recovered && "problem" in recovered)
    return refuse(problemWith(fields, { password: recovered.problem }));
  noteSecurity(context, recovered ? "passwordReset" : "resetRefused", { userId: recovered?.userId });
  if (!recovered) return refuse(resetFailed);
  if (recovered.removed) noteSecurity(context, "recentFactorsRemoved", { userId: recovered.userId });
  const description = recovered.payoutForgotten
    ? ("accounts.payoutForgotten" as const)
    : recovered.removed
      ? ("accounts.recentRemoved" as const)
      : undefined;
  const flash = { tone: "success", title: "accounts.resetDone", description } as const;
  // The mailbox is confirmed: others' failed guesses must not lock out this browser.
  const cookies = [await context.services.deviceCookie.remember(request, recovered.userId)];
  const login = withReturnPath(recoveryPaths[recoveryAreaOf(url)].login, returnPathOf(url.search));
  return finish(login, { request, context, flash, cookies });
}

export default function ResetPassword() {
  return (
    <EntranceTexts>
      <Screen />
    </EntranceTexts>
  );
}

function Screen() {
  const checked = useLoaderData<typeof loader>();
  const location = useLocation();
  const area = recoveryAreaOf(location);
  const returnPath = returnPathOf(location.search);
  const result = useActionResult(useActionData<typeof action>(), 2_000);
  const t = useText();
  const linkTo = useLinkTo();
  const again = linkTo(withReturnPath(recoveryPaths[area].forgot, returnPath));
  return (
    <CardPage
      backTo={linkTo(withReturnPath(recoveryPaths[area].login, returnPath)).to}
      title={t("accounts.resetTitle")}
      description={t("accounts.resetText")}
      corner={area === "admin" ? undefined : <LanguageSwitch />}
    >
      <ResetPasswordForm checked={checked} again={again} result={result} />
    </CardPage>
  );
}
