import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { Form, useActionData, useLoaderData, useNavigation } from "@remix-run/react";
import { AccountPassword } from "~/features/accounts/accounts/account-password";
import { findAccount } from "~/features/accounts/accounts/accounts.queries.server";
import { EntranceTexts } from "~/features/accounts/accounts/entrance-texts";
import { useKnownViewer } from "~/features/accounts/accounts/use-known-viewer";
import { readChallengeBrowser } from "~/features/accounts/passkeys/challenge-browser.server";
import { checkPasskey } from "~/features/accounts/passkeys/check-passkey.server";
import { PasskeyButton } from "~/features/accounts/passkeys/passkey-button";
import { hasPasskey } from "~/features/accounts/passkeys/passkeys.queries.server";
import { proofMinutes } from "~/features/accounts/proof/proof-minutes";
import { provePassword, renewProof } from "~/features/accounts/proof/recent-proof.server";
import { CardPage } from "~/features/accounts/terms/card-page";
import { FormProblem } from "~/features/base/form-fields/form-errors";
import {
  recoveryAreaOfViewer,
  recoveryPaths,
  withReturnPath,
} from "~/features/entrance/recovery/recovery-area";
import { GoogleButton } from "~/features/entrance/sign-in/google-button";
import { metaText } from "~/i18n/meta-text";
import { useLinkTo, useText } from "~/i18n/use-locale";
import { refuse } from "~/platform/forms/action-result.server";
import { problemWith, readForm } from "~/platform/forms/forms.server";
import { useActionResult } from "~/platform/forms/use-action-result";
import { parseRedirectTarget } from "~/platform/redirect-target";
import { goTo } from "~/platform/responses.server";
import { retryAfterHeaders } from "~/platform/retry-after-headers";
import { noteSecurity } from "~/platform/security-events";
import { requireViewer } from "~/server/guards.server";
import { Button } from "~/ui/button";
import { TextLink } from "~/ui/text-link";

export const meta: MetaFunction = ({ location }) => metaText(location, "proof");

export const headers = retryAfterHeaders;

const loginFirst = { tone: "info", title: "watch.loginTitle", description: "accounts.accountLogin" } as const;

function targetOf(request: Request): string {
  return parseRedirectTarget(new URL(request.url).searchParams.get("redirectTo"), "/account");
}

/** Asks for a new proof of identity, and leads back to the page that needs it. */
export async function loader({ request, context }: LoaderFunctionArgs) {
  const { userId, email, hasPassword } = await requireViewer({ request, context, flash: loginFirst });
  const { db } = context.services;
  const [account, passkey] = await Promise.all([findAccount(db, userId), hasPasskey(db, userId)]);
  return {
    passkey,
    email,
    hasPassword,
    hasGoogle: account?.google_sub != null,
    target: targetOf(request),
  };
}

export async function action({ request, context }: ActionFunctionArgs) {
  const viewer = await requireViewer({ request, context, flash: loginFirst });
  const fields = await readForm(request);
  if (fields.credential === undefined) {
    const proof = await provePassword(context, viewer, fields);
    if (!proof.ok) return refuse(proof.problem, proof);
  } else {
    const { userId } = viewer;
    const browser = await readChallengeBrowser(context.services, request);
    const asked = { purpose: "proof", userId, browser } as const;
    const check = await checkPasskey(context.services, fields.credential, asked);
    if (!check.ok || !(await renewProof(context, viewer))) {
      noteSecurity(context, "proofFailed", { userId });
      return refuse(problemWith(fields, { form: "accounts.passkeyWrong" }));
    }
  }
  const flash = { tone: "success", title: "accounts.proofDone" } as const;
  return goTo(targetOf(request), { request, context, flash, replace: true });
}

export default function Proof() {
  return (
    <EntranceTexts>
      <Screen />
    </EntranceTexts>
  );
}

function Screen() {
  const { email, hasPassword, hasGoogle, passkey, target } = useLoaderData<typeof loader>();
  const result = useActionResult(useActionData<typeof action>());
  const busy = useNavigation().formData !== undefined;
  const area = recoveryAreaOfViewer(useKnownViewer());
  const t = useText();
  const linkTo = useLinkTo();
  const label = t("accounts.password");
  return (
    <CardPage
      backTo={linkTo(target).to}
      title={t("accounts.proofTitle")}
      description={<p className="break-words">{t("accounts.proofText", { minutes: proofMinutes })}</p>}
    >
      {hasGoogle && <GoogleButton entrance="proof" redirectTo={target} divided={hasPassword} />}
      {hasPassword && (
        <Form method="post" className="space-y-5">
          {/* For password managers. */}
          <input name="username" autoComplete="username" defaultValue={email} readOnly hidden />
          <FormProblem result={result} labels={{ password: label }} />
          <AccountPassword result={result} name="password" label={label} autoComplete="current-password" />
          <Button className="w-full" size="large" pending={busy}>
            {t("accounts.proofButton")}
          </Button>
        </Form>
      )}
      {!hasPassword && <FormProblem result={result} labels={{}} />}
      {passkey && <PasskeyButton purpose="proof" label={t("accounts.passkeyUse")} className="mt-4" />}
      <p className="mt-4 text-center">
        <TextLink {...linkTo(withReturnPath(recoveryPaths[area].forgot, target))}>
          {t(hasPassword ? "accounts.forgotLink" : "accounts.proofByMail")}
        </TextLink>
      </p>
    </CardPage>
  );
}
