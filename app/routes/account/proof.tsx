import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { findAccount } from "~/features/base/accounts/accounts.queries.server";
import { checkPasskey, readChallengeBrowser } from "~/features/base/factors/check-passkey.server";
import { hasPasskey } from "~/features/base/factors/passkeys.queries.server";
import { ProofPage } from "~/features/entrance/sign-in/proof-page";
import { EntranceTexts } from "~/i18n/entrance-texts";
import { metaText } from "~/i18n/page-titles";
import { problemWith, readForm, refuse } from "~/platform/forms/forms.server";
import { useActionResult } from "~/platform/forms/use-action-result";
import { parseRedirectTarget } from "~/platform/redirect-target";
import { goTo, retryAfterHeaders } from "~/platform/responses.server";
import { noteSecurity } from "~/platform/security-events";
import { accountLogin, requireViewer } from "~/server/guards.server";
import { provePassword, renewProof } from "~/server/recent-proof.server";

export const meta: MetaFunction = ({ location }) => metaText(location, "proof");

export const headers = retryAfterHeaders;

function targetOf(request: Request): string {
  return parseRedirectTarget(new URL(request.url).searchParams.get("redirectTo"), "/account");
}

export async function loader({ request, context }: LoaderFunctionArgs) {
  const { userId, email, hasPassword } = await requireViewer({ request, context, flash: accountLogin });
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
  const viewer = await requireViewer({ request, context, flash: accountLogin });
  const fields = await readForm(request);
  if (fields.credential === undefined) {
    const proof = await provePassword(context, viewer, fields);
    if (!proof.ok) return refuse(proof.problem, proof);
  } else {
    const { userId } = viewer;
    const browser = await readChallengeBrowser(context.services, request);
    const challenge = { purpose: "proof", userId, browser } as const;
    const check = await checkPasskey(context.services, fields.credential, challenge);
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
  const result = useActionResult(useActionData<typeof action>());
  return <ProofPage shown={useLoaderData<typeof loader>()} result={result} />;
}
