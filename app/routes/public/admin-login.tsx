import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useActionData } from "@remix-run/react";
import { CardPage } from "~/features/base/accounts/card-page";
import { adminPasswordMinLength } from "~/features/base/accounts/sign-in-limits";
import { PasskeySignIn } from "~/features/base/factors/passkey-button";
import { beginSecondStep, secondStepPath } from "~/features/base/factors/second-step.server";
import { GoogleButton } from "~/features/entrance/sign-in/google-button";
import { logIn, refuseLogIn, setCheckCookie } from "~/features/entrance/sign-in/log-in.server";
import { LoginForm } from "~/features/entrance/sign-in/login-forms";
import { admitAdmin, endSession, startPasswordSession } from "~/features/entrance/sign-in/sign-in.server";
import { EntranceTexts } from "~/i18n/entrance-texts";
import { officeTitle } from "~/i18n/office-titles";
import { useText } from "~/i18n/use-locale";
import { currentViewer } from "~/platform/context.server";
import { finish, problemWith, refuse } from "~/platform/forms/forms.server";
import { skipRevalidation, useActionResult } from "~/platform/forms/use-action-result";
import { goTo, retryAfterHeaders } from "~/platform/responses.server";
import { noteAdmission } from "~/platform/security-events";
import { actorOf } from "~/platform/session/actor.server";
import { Notice } from "~/ui/notice";

export const meta: MetaFunction = () => officeTitle("adminLogin");

export const headers = retryAfterHeaders;

export const shouldRevalidate = skipRevalidation;

export async function loader({ request, context }: LoaderFunctionArgs) {
  const viewer = await currentViewer(context, request);
  if (viewer?.isAdmin) throw await goTo("/admin/dashboard", { request, context });
  setCheckCookie(request, context);
  return null;
}

/** product.md, Admin sign-in: the first person becomes administrator; others are signed out. */
export async function action({ request, context }: ActionFunctionArgs) {
  const login = await logIn(request, context);
  if (!login.ok) return login.answer;
  const step = await beginSecondStep(context, login, { entrance: "admin" });
  if (step) return goTo(secondStepPath, { request, context, cookies: step });
  const admitted = await admitAdmin(context.services, actorOf(context, request, login));
  noteAdmission(context, admitted, login.userId);
  if (admitted === "denied") {
    const headers = { "Set-Cookie": await endSession(context, request) };
    return refuse(problemWith(login.fields, { form: "admin.denied" }), { status: 403, headers });
  }
  const cookies = await startPasswordSession(context, request, login);
  if (!cookies) return refuseLogIn(context, login);
  const title = "accounts.loggedIn" as const;
  if ((login.fields.password ?? "").length < adminPasswordMinLength) {
    const flash = { tone: "info", title, description: "accounts.adminPasswordShort" } as const;
    return goTo("/account", { request, context, flash, cookies, replace: true });
  }
  if (admitted === "first") {
    const flash = { tone: "success", title, description: "admin.firstAdmin" } as const;
    return finish("/admin/dashboard", { request, context, flash, cookies });
  }
  const flash = { tone: "success", title, description: "admin.welcome" } as const;
  return goTo("/admin/dashboard", { request, context, flash, cookies, replace: true });
}

export default function AdminLogin() {
  return (
    <EntranceTexts>
      <Screen />
    </EntranceTexts>
  );
}

function Screen() {
  const result = useActionResult(useActionData<typeof action>());
  const t = useText();
  return (
    <CardPage
      backTo="/"
      title={t("admin.loginTitle")}
      below={
        <Notice icon="shield" className="text-left">
          {t("admin.restricted")}
        </Notice>
      }
    >
      <GoogleButton entrance="admin" />
      <LoginForm result={result} area="admin" />
      <PasskeySignIn entrance="admin" />
    </CardPage>
  );
}
