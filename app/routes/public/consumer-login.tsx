import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useActionData, useSearchParams } from "@remix-run/react";
import { consumerSignupForm } from "~/features/accounts/account-forms";
import { GoogleButton } from "~/features/accounts/google-button";
import { logIn, refuseLogIn } from "~/features/accounts/log-in.server";
import { LoginForm } from "~/features/accounts/login-form";
import { registerConsumer, registerWithinLimit } from "~/features/accounts/register.server";
import { startPasswordSession, startSession } from "~/features/accounts/sign-in.server";
import { LanguageSwitch } from "~/i18n/language-switch";
import { decideLocale } from "~/i18n/locale";
import { metaText } from "~/i18n/meta-text";
import { useLinkTo, useText } from "~/i18n/use-locale";
import { finish, refuse, refuseTooMany } from "~/platform/action-result.server";
import { currentViewer } from "~/platform/context.server";
import { parseFields, problemWith, readForm } from "~/platform/forms.server";
import { tellLostLine } from "~/platform/network-failure";
import { parseRedirectTarget } from "~/platform/redirect-target";
import { goTo } from "~/platform/responses.server";
import { stayWhenAnswered } from "~/platform/stay-when-answered";
import { useActionResult } from "~/platform/use-action-result";
import { waitHeaders } from "~/platform/wait-headers";
import { AuthLayout } from "~/ui/auth-layout";
import { Tabs } from "~/ui/tabs";

const isSignup = (params: URLSearchParams) => params.get("tab") === "signup";

export const meta: MetaFunction = ({ location }) =>
  metaText(location, isSignup(new URLSearchParams(location.search)) ? "consumerSignup" : "consumerLogin");

export const headers = waitHeaders;

export const shouldRevalidate = stayWhenAnswered;

/** Where to go once signed in: the page that asked for it, else the marketplace (product.md, Consumer login). */
function targetOf(request: Request): string {
  return parseRedirectTarget(new URL(request.url).searchParams.get("redirectTo"), "/marketplace");
}

export async function loader({ request, context }: LoaderFunctionArgs) {
  if (await currentViewer(context, request)) throw await goTo(targetOf(request), { request, context });
  return null;
}

export async function action({ request, context }: ActionFunctionArgs) {
  const fields = await readForm(request);
  if (fields.intent === "signup") return signUp(request, context, fields);
  const login = await logIn(request, context, fields);
  if (!login.ok) return login.answer;
  const cookies = await startPasswordSession(context, request, login);
  if (!cookies) return refuseLogIn(context, login);
  return goTo(targetOf(request), {
    request,
    context,
    flash: { tone: "success", title: "accounts.loggedIn" },
    cookies,
    replace: true,
  });
}

type Context = ActionFunctionArgs["context"];

async function signUp(request: Request, context: Context, fields: Record<string, string>) {
  const form = parseFields(consumerSignupForm, fields);
  if (!form.ok) return refuse(form.problem);
  const result = await registerWithinLimit(context, () =>
    registerConsumer(context.services, form.value, { mailIn: decideLocale(new URL(request.url)) }),
  );
  if (!result.ok && result.error === "tooMany")
    return refuseTooMany(context, fields, result.retryAfterSeconds);
  if (!result.ok && result.error === "emailTaken") {
    return refuse(problemWith(fields, { email: "accounts.emailTakenLearner" }));
  }
  if (!result.ok) return refuse(problemWith(fields, { form: "accounts.createFailed" }), { status: 503 });
  return finish(targetOf(request), {
    request,
    context,
    flash: { tone: "success", title: "accounts.registered" },
    cookies: await startSession(context, request, result.userId),
  });
}

export const clientAction = tellLostLine;

export default function ConsumerLogin() {
  const [params] = useSearchParams();
  const signingUp = isSignup(params);
  const result = useActionResult(useActionData<typeof action>());
  const t = useText();
  const linkTo = useLinkTo();
  const tab = (name?: string) => {
    const query = new URLSearchParams(params);
    query.delete("tab");
    if (name) query.set("tab", name);
    return `/consumer-login?${query}`;
  };
  return (
    <AuthLayout
      backTo={linkTo("/").to}
      backLabel={t("common.back")}
      homeTo={linkTo("/").to}
      title={t("accounts.learnerTitle")}
      description={t(signingUp ? "accounts.signupText" : "accounts.learnerText")}
      corner={<LanguageSwitch />}
    >
      <Tabs
        label={t("accounts.tabs")}
        className="mb-6"
        items={[
          { to: tab(), label: t("accounts.login"), current: !signingUp },
          { to: tab("signup"), label: t("accounts.signupTab"), current: signingUp },
        ]}
      />
      <GoogleButton entrance="consumer" redirectTo={params.get("redirectTo") ?? undefined} />
      <LoginForm result={result} area="learner" intent={signingUp ? "signup" : "login"} />
    </AuthLayout>
  );
}
