import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useActionData } from "@remix-run/react";
import { GoogleButton } from "~/features/accounts/google-button";
import { logIn, refuseLogIn } from "~/features/accounts/log-in.server";
import { LoginForm } from "~/features/accounts/login-form";
import { startPasswordSession } from "~/features/accounts/sign-in.server";
import { metaText } from "~/i18n/meta-text";
import { useText } from "~/i18n/use-locale";
import { currentViewer } from "~/platform/context.server";
import { tellLostLine } from "~/platform/lost-line";
import { goTo } from "~/platform/responses.server";
import { useActionResult } from "~/platform/use-action-result";
import { waitHeaders } from "~/platform/wait-headers";
import { AuthLayout } from "~/ui/auth-layout";
import { TextLink } from "~/ui/text-link";

export const meta: MetaFunction = ({ location }) => metaText(location, "creatorLogin");

export const headers = waitHeaders;

/** Whoever is signed in already goes on (product.md, Creator login). */
export async function loader({ request, context }: LoaderFunctionArgs) {
  if (await currentViewer(context, request)) throw await goTo("/creator/dashboard", { request, context });
  return null;
}

export async function action({ request, context }: ActionFunctionArgs) {
  const login = await logIn(request, context);
  if (!login.ok) return login.answer;
  const cookies = await startPasswordSession(context, request, login);
  if (!cookies) return refuseLogIn(context, login);
  return goTo("/creator/dashboard", {
    request,
    context,
    flash: { tone: "success", title: "accounts.loggedIn" },
    cookies,
    replace: true,
  });
}

export const clientAction = tellLostLine;

export default function CreatorLogin() {
  const result = useActionResult(useActionData<typeof action>());
  const t = useText();
  return (
    <AuthLayout
      backTo="/"
      backLabel={t("common.back")}
      title={t("accounts.creatorLoginTitle")}
      description={t("accounts.creatorLoginText")}
      below={<TextLink to="/creator-register">{t("accounts.noAccount")}</TextLink>}
    >
      <GoogleButton entrance="creator" />
      <LoginForm result={result} area="creator" />
    </AuthLayout>
  );
}
