import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { Form, useActionData, useLoaderData } from "@remix-run/react";
import { CardPage } from "~/features/base/accounts/card-page";
import { resetLimit } from "~/features/base/accounts/sign-in-limits";
import {
  checkRemovalLink,
  proveByRemovalLink,
  revokeByRemovalLink,
} from "~/features/base/factors/lost-second-factor.server";
import { AccountTexts } from "~/i18n/account-texts";
import { metaText } from "~/i18n/page-titles";
import { useLinkTo, useText } from "~/i18n/use-locale";
import { problemWith, readForm, refuse, refuseTooMany } from "~/platform/forms/forms.server";
import { useActionResult } from "~/platform/forms/use-action-result";
import { goTo, retryAfterHeaders } from "~/platform/responses.server";
import { noteSecurity } from "~/platform/security-events";
import { addressKey } from "~/platform/try-counter.server";
import { Button, ButtonLink } from "~/ui/button";
import { FormError } from "~/ui/forms/form-error";
import { Notice } from "~/ui/notice";

export const meta: MetaFunction = ({ location }) => [
  ...metaText(location, "secondFactorHelp"),
  { name: "robots", content: "noindex" },
];

export const headers = retryAfterHeaders;

const tokenOf = (request: Request) => new URL(request.url).searchParams.get("token") ?? "";

/** A GET changes nothing, because mail programs open links too. */
export async function loader({ request, context }: LoaderFunctionArgs) {
  return { link: await checkRemovalLink(context.services, tokenOf(request)) };
}

export async function action({ request, context }: ActionFunctionArgs) {
  const { services, clientAddress } = context;
  const fields = await readForm(request);
  const taken = await services.rateLimits.take(resetLimit, addressKey(clientAddress));
  if (!taken.ok) return refuseTooMany(context, fields, taken.retryAfterSeconds);
  const revokes = fields.intent === "revoke";
  const token = tokenOf(request);
  const userId = revokes
    ? await revokeByRemovalLink(services, token)
    : await proveByRemovalLink(services, token);
  if (!userId) return refuse(problemWith(fields, { form: "security.helpEnded" }));
  noteSecurity(context, revokes ? "secondFactorHelpRevoked" : "secondFactorHelpProved", { userId });
  const title = revokes ? "security.helpRevoked" : "security.helpProved";
  return goTo("/consumer-login", { request, context, flash: { tone: "success", title } });
}

export default function SecondFactorHelp() {
  return (
    <AccountTexts>
      <Screen />
    </AccountTexts>
  );
}

const explained = {
  asked: "security.helpAsked",
  proved: "security.helpWaiting",
  allowed: "security.helpAllowed",
} as const;

function Screen() {
  const { link } = useLoaderData<typeof loader>();
  const result = useActionResult(useActionData<typeof action>());
  const t = useText();
  const linkTo = useLinkTo();
  return (
    <CardPage backTo={linkTo("/").to} title={t("security.helpTitle")}>
      {link === "ended" ? (
        <div className="space-y-5">
          <Notice tone="warn">{t("security.helpEnded")}</Notice>
          <ButtonLink {...linkTo("/consumer-login")} className="w-full" size="large">
            {t("security.stepBack")}
          </ButtonLink>
        </div>
      ) : (
        <div className="space-y-5">
          <FormError>{result.errorOf("form")}</FormError>
          <p>{t(explained[link])}</p>
          {link === "asked" && (
            <Form method="post">
              <input type="hidden" name="intent" value="prove" />
              <Button className="w-full" size="large">
                {t("security.helpProve")}
              </Button>
            </Form>
          )}
          <Form method="post">
            <input type="hidden" name="intent" value="revoke" />
            <Button variant="secondary" className="w-full" size="large">
              {t("security.helpRevoke")}
            </Button>
          </Form>
        </div>
      )}
    </CardPage>
  );
}
