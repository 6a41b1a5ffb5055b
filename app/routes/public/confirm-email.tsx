import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { Form, useActionData, useLoaderData, useNavigation, useSearchParams } from "@remix-run/react";
import { CardPage } from "~/features/base/accounts/card-page";
import { resetLimit } from "~/features/base/accounts/sign-in-limits";
import { confirmEmail, findConfirmationStep } from "~/features/base/email-confirmation/confirm-email.server";
import { EntranceTexts } from "~/i18n/entrance-texts";
import { LanguageSwitch } from "~/i18n/language-switch";
import { metaText } from "~/i18n/page-titles";
import { useLinkTo, useText } from "~/i18n/use-locale";
import { currentViewer } from "~/platform/context.server";
import { problemWith, refuse, refuseTooMany } from "~/platform/forms/forms.server";
import { useActionResult } from "~/platform/forms/use-action-result";
import { goTo, retryAfterHeaders } from "~/platform/responses.server";
import { noteSecurity } from "~/platform/security-events";
import { addressKey } from "~/platform/try-counter.server";
import { Button, ButtonLink } from "~/ui/button";
import { FormError } from "~/ui/forms/form-error";
import { Notice } from "~/ui/notice";

export const meta: MetaFunction = ({ location }) => [
  ...metaText(location, "confirmEmail"),
  { name: "robots", content: "noindex" },
];

export const headers = retryAfterHeaders;

const tokenOf = (request: Request) => new URL(request.url).searchParams.get("token") ?? "";

function loginPath(token: string): string {
  const back = `/confirm-email?${new URLSearchParams({ token })}`;
  return `/consumer-login?${new URLSearchParams({ redirectTo: back })}`;
}

/** A GET changes nothing, because mail programs open links too. */
export async function loader({ request, context }: LoaderFunctionArgs) {
  const viewer = await currentViewer(context, request);
  const { step, email } = await findConfirmationStep(context.services, tokenOf(request), viewer);
  return { step, email: email ?? viewer?.email ?? null };
}

const outcomes = {
  confirmed: { event: "emailConfirmed", flash: { tone: "success", title: "accounts.confirmed" } },
  changed: { event: "emailChanged", flash: { tone: "success", title: "accounts.emailChanged" } },
  waits: {
    event: "emailChangeWaits",
    flash: { tone: "info", title: "accounts.emailWaits", description: "accounts.emailWaitsText" },
  },
} as const;

export async function action({ request, context }: ActionFunctionArgs) {
  const viewer = await currentViewer(context, request);
  const { services, clientAddress } = context;
  const taken = await services.rateLimits.take(resetLimit, addressKey(clientAddress));
  if (!taken.ok) return refuseTooMany(context, {}, taken.retryAfterSeconds);
  const token = tokenOf(request);
  if (!viewer) {
    const { step } = await findConfirmationStep(services, token, viewer);
    if (step === "linkUsed") return refuse(problemWith({}, { form: "accounts.confirmUsed" }));
    return goTo(loginPath(token), { request, context });
  }
  const done = await confirmEmail(services, token, viewer.userId);
  if (!done) return refuse(problemWith({}, { form: "accounts.confirmUsed" }));
  const { event, flash } = outcomes[done];
  noteSecurity(context, event, { userId: viewer.userId });
  if (done === "waits") return goTo("/account/profile", { request, context, flash });
  const home = viewer.isAdmin ? "/admin/dashboard" : viewer.isCreator ? "/creator/dashboard" : "/marketplace";
  return goTo(home, { request, context, flash });
}

export default function ConfirmEmail() {
  return (
    <EntranceTexts>
      <Screen />
    </EntranceTexts>
  );
}

function Screen() {
  const { step, email } = useLoaderData<typeof loader>();
  const result = useActionResult(useActionData<typeof action>());
  const [params] = useSearchParams();
  const busy = useNavigation().formData !== undefined;
  const t = useText();
  const linkTo = useLinkTo();
  const failed = result.errorOf("form");
  return (
    <CardPage backTo={linkTo("/").to} title={t("accounts.confirmTitle")} corner={<LanguageSwitch />}>
      {failed && step !== "linkUsed" && <FormError>{failed}</FormError>}
      {step === "confirm" && (
        <>
          <p className="break-words">{t("accounts.confirmText", { email: email ?? "" })}</p>
          <Form method="post" className="mt-6">
            <Button className="w-full" size="large" pending={busy} pendingLabel={t("accounts.confirming")}>
              {t("accounts.confirmButton")}
            </Button>
          </Form>
        </>
      )}
      {step === "signIn" && (
        <>
          <p>{t("accounts.confirmSignIn")}</p>
          <ButtonLink {...linkTo(loginPath(params.get("token") ?? ""))} className="mt-6 w-full" size="large">
            {t("accounts.login")}
          </ButtonLink>
        </>
      )}
      {step === "otherAccount" && (
        <Notice tone="warn">{t("accounts.confirmOther", { email: email ?? "" })}</Notice>
      )}
      {step === "linkUsed" && (
        <>
          <Notice tone="warn">{t("accounts.confirmUsed")}</Notice>
          <ButtonLink {...linkTo("/account")} className="mt-6 w-full" size="large">
            {t("accounts.accountTitle")}
          </ButtonLink>
        </>
      )}
    </CardPage>
  );
}
