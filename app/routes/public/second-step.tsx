import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { CardPage } from "~/features/base/accounts/card-page";
import { loginPaths } from "~/features/base/accounts/google-entrance";
import { checkPasskey, readChallengeBrowser } from "~/features/base/factors/check-passkey.server";
import { askForRemoval, revokeRemoval } from "~/features/base/factors/lost-second-factor.server";
import { PasskeyButton } from "~/features/base/factors/passkey-button";
import { hasPasskey } from "~/features/base/factors/passkeys.queries.server";
import { CodeForm, LostSecondFactor } from "~/features/base/factors/second-factor-forms";
import { checkSecondFactor, endSecondStep, findSecondStep } from "~/features/base/factors/second-step.server";
import { AccountTexts } from "~/i18n/account-texts";
import { EntranceTexts } from "~/i18n/entrance-texts";
import { metaText } from "~/i18n/page-titles";
import { useLinkTo, useText } from "~/i18n/use-locale";
import { problemWith, readForm, refuse, refuseTooMany } from "~/platform/forms/forms.server";
import { useActionResult } from "~/platform/forms/use-action-result";
import { goTo, retryAfterHeaders } from "~/platform/responses.server";
import { noteSecurity } from "~/platform/security-events";
import { finishSignIn } from "~/server/finish-sign-in.server";

export const meta: MetaFunction = ({ location }) => [
  ...metaText(location, "secondStep"),
  { name: "robots", content: "noindex" },
];

export const headers = retryAfterHeaders;

const ended = { tone: "info", title: "security.stepEnded" } as const;

/** Nobody is signed in yet; without a first step it redirects to the login. */
export async function loader({ request, context }: LoaderFunctionArgs) {
  const waiting = await findSecondStep(context, request);
  if (!waiting) throw await goTo("/consumer-login", { request, context, flash: ended });
  const passkey = await hasPasskey(context.services.db, waiting.userId);
  return { loginPath: loginPaths[waiting.entrance], passkey };
}

export async function action({ request, context }: ActionFunctionArgs) {
  const waiting = await findSecondStep(context, request);
  const { code, ...fields } = await readForm(request);
  if (!waiting) return goTo("/consumer-login", { request, context, flash: ended });
  if (fields.intent === "lost") {
    const asked = await askForRemoval(context.services, waiting.userId);
    if (!asked.ok) return refuseTooMany(context, fields, asked.retryAfterSeconds);
    noteSecurity(context, "secondFactorHelpAsked", { userId: waiting.userId });
    const flash = {
      tone: "info",
      title: "security.lostAsked",
      description: "security.lostAskedText",
    } as const;
    return goTo(loginPaths[waiting.entrance], { request, context, flash });
  }
  if (fields.credential !== undefined) {
    const { userId } = waiting;
    const browser = await readChallengeBrowser(context.services, request);
    const asked = { purpose: "secondFactor", userId, browser } as const;
    const check = await checkPasskey(context.services, fields.credential, asked);
    if (check.ok) return pass({ request, context }, waiting);
    noteSecurity(context, "secondFactorFailed", { userId });
    return refuse(problemWith(fields, { form: "accounts.passkeyWrong" }));
  }
  if (!code?.trim()) return refuse(problemWith(fields, { code: "security.codeMissing" }));
  const { userId } = waiting;
  const check = await checkSecondFactor(context.services, userId, code);
  if (!check.ok && check.error === "tooMany") return refuseTooMany(context, fields, check.retryAfterSeconds);
  if (!check.ok) {
    noteSecurity(context, "secondFactorFailed", { userId });
    return refuse(problemWith(fields, { code: "security.codeWrong" }));
  }
  if (check.by === "recovery") noteSecurity(context, "recoveryCodeUsed", { userId });
  return pass({ request, context }, waiting);
}

/** Once, after the second factor was accepted. */
async function pass(
  { request, context }: Pick<ActionFunctionArgs, "request" | "context">,
  waiting: NonNullable<Awaited<ReturnType<typeof findSecondStep>>>,
) {
  const cookies = await endSecondStep(context, waiting.idHash);
  if (!cookies) return goTo("/consumer-login", { request, context, flash: ended });
  // Keeps a second factor that works.
  if (await revokeRemoval(context.services, waiting.userId))
    noteSecurity(context, "secondFactorHelpRevoked", { userId: waiting.userId });
  return finishSignIn({ request, context }, waiting, cookies);
}

export default function SecondStep() {
  return (
    <EntranceTexts>
      <AccountTexts>
        <Screen />
      </AccountTexts>
    </EntranceTexts>
  );
}

function Screen() {
  const { loginPath, passkey } = useLoaderData<typeof loader>();
  const result = useActionResult(useActionData<typeof action>());
  const t = useText();
  const linkTo = useLinkTo();
  return (
    <CardPage
      backTo={linkTo(loginPath).to}
      backLabel={t("security.stepBack")}
      title={t("security.stepTitle")}
      description={t("security.stepText")}
    >
      <CodeForm result={result} />
      {passkey && <PasskeyButton purpose="secondFactor" label={t("accounts.passkeyUse")} className="mt-4" />}
      <LostSecondFactor result={result} />
    </CardPage>
  );
}
