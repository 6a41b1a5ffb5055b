import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useActionData } from "@remix-run/react";
import { CardPage } from "~/features/base/accounts/card-page";
import { creatorHome } from "~/features/base/accounts/google-entrance";
import { PasskeySignIn } from "~/features/base/factors/passkey-button";
import { beginSecondStep, secondStepPath } from "~/features/base/factors/second-step.server";
import { GoogleButton } from "~/features/entrance/sign-in/google-button";
import { logIn, refuseLogIn, setCheckCookie } from "~/features/entrance/sign-in/log-in.server";
import { LoginForm } from "~/features/entrance/sign-in/login-forms";
import { startPasswordSession } from "~/features/entrance/sign-in/sign-in.server";
import { publicPageMeta } from "~/features/shop/sharing/open-graph";
import { EntranceTexts } from "~/i18n/entrance-texts";
import { LanguageSwitch } from "~/i18n/language-switch";
import { useLinkTo, useText } from "~/i18n/use-locale";
import { currentViewer } from "~/platform/context.server";
import { useActionResult } from "~/platform/forms/use-action-result";
import { goTo, retryAfterHeaders } from "~/platform/responses.server";
import { TextLink } from "~/ui/link";

export const meta: MetaFunction = (context) =>
  publicPageMeta(context, "creatorLogin", "creatorLoginDescription");

export const headers = retryAfterHeaders;

/** product.md, Creator login. */
export async function loader({ request, context }: LoaderFunctionArgs) {
  const viewer = await currentViewer(context, request);
  if (viewer) throw await goTo(creatorHome, { request, context });
  setCheckCookie(request, context);
  return null;
}

export async function action({ request, context }: ActionFunctionArgs) {
  const login = await logIn(request, context);
  if (!login.ok) return login.answer;
  const step = await beginSecondStep(context, login, { entrance: "creator" });
  if (step) return goTo(secondStepPath, { request, context, cookies: step });
  const cookies = await startPasswordSession(context, request, login);
  if (!cookies) return refuseLogIn(context, login);
  return goTo(creatorHome, {
    request,
    context,
    flash: { tone: "success", title: "accounts.loggedIn" },
    cookies,
    replace: true,
  });
}

export default function CreatorLogin() {
  return (
    <EntranceTexts>
      <Screen />
    </EntranceTexts>
  );
}

function Screen() {
  const result = useActionResult(useActionData<typeof action>());
  const t = useText();
  const linkTo = useLinkTo();
  return (
    <CardPage
      backTo={linkTo("/").to}
      title={t("accounts.creatorLoginTitle")}
      description={t("accounts.creatorLoginText")}
      corner={<LanguageSwitch />}
      below={<TextLink {...linkTo("/creator-register")}>{t("accounts.noAccount")}</TextLink>}
    >
      <GoogleButton entrance="creator" />
      <LoginForm result={result} area="creator" />
      <PasskeySignIn entrance="creator" />
    </CardPage>
  );
}
