import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { refuseManyEdits } from "~/features/base/accounts/try-limits.server";
import { revokeRemoval } from "~/features/base/factors/lost-second-factor.server";
import { NewCodes, SecondFactorForms } from "~/features/base/factors/second-factor-forms";
import {
  beginSecondFactor,
  confirmSetUp,
  forgetShownCodes,
  removeSecondFactor,
  storeNewCodes,
} from "~/features/base/factors/set-up-second-factor.server";
import { showSecondFactor } from "~/features/entrance/account-page/account-page.server";
import { AccountPage } from "~/features/shop/catalog/shop-page";
import { AccountTexts } from "~/i18n/account-texts";
import { decideLocale } from "~/i18n/page-language";
import { metaText } from "~/i18n/page-titles";
import { useText } from "~/i18n/use-locale";
import { problemWith, readForm, refuse, refuseTooMany } from "~/platform/forms/forms.server";
import { useActionResult } from "~/platform/forms/use-action-result";
import { goTo, retryAfterHeaders } from "~/platform/responses.server";
import { noteSecurity } from "~/platform/security-events";
import type { Viewer } from "~/platform/session/session.queries.server";
import { accountLogin, requireViewer } from "~/server/guards.server";
import { hasRecentProof, requireProof } from "~/server/recent-proof.server";

export const meta: MetaFunction = ({ location }) => metaText(location, "secondFactor");

export const headers = retryAfterHeaders;

const path = "/account/second-factor";

export async function loader({ request, context }: LoaderFunctionArgs) {
  const viewer = await requireViewer({ request, context, flash: accountLogin });
  const proofNeeded = !(await hasRecentProof(context, request));
  const locale = decideLocale(new URL(request.url));
  const query = { request, viewer, proofNeeded, locale };
  return { ...(await showSecondFactor(context.services, query)), proofNeeded };
}

export async function action({ request, context }: ActionFunctionArgs) {
  const viewer = await requireViewer({ request, context, flash: accountLogin });
  const { code, ...fields } = await readForm(request);
  const { services } = context;
  if (fields.intent === "kept")
    return goTo(path, { request, context, cookies: [await forgetShownCodes(services)] });
  const refused = await refuseManyEdits(context, viewer.userId, fields);
  if (refused) return refused;
  if (fields.intent === "revoke") {
    const revoked = await revokeRemoval(services, viewer.userId);
    if (revoked) noteSecurity(context, "secondFactorHelpRevoked", { userId: viewer.userId });
    return goTo(path, { request, context, flash: { tone: "success", title: "security.helpRevoked" } });
  }
  const proof = await requireProof(context, request, { action: "changeSecondFactor", fields });
  if (!proof.ok) return refuse(proof.problem, proof);
  if (fields.intent === "begin") {
    if (await beginSecondFactor(services, viewer.userId)) return goTo(path, { request, context });
    return refuse(problemWith(fields, { form: "security.alreadyOn" }), { status: 409 });
  }
  if (fields.intent === "confirm") return confirm({ request, context }, viewer, { code, fields });
  if (fields.intent !== "remove") return refuse(problemWith(fields, { form: "common.checkFields" }));
  const removed = await removeSecondFactor(services, viewer.userId);
  if (removed) noteSecurity(context, "secondFactorOff", { userId: viewer.userId });
  const flash = { tone: "success", title: "security.turnedOff" } as const;
  return goTo(path, { request, context, flash, cookies: [await forgetShownCodes(services)] });
}

async function confirm(
  { request, context }: Pick<ActionFunctionArgs, "request" | "context">,
  { userId }: Viewer,
  { code, fields }: { code: string | undefined; fields: Record<string, string> },
) {
  const { services } = context;
  if (!code?.trim()) return refuse(problemWith(fields, { code: "security.codeMissing" }));
  const confirmed = await confirmSetUp(services, userId, code);
  if (!confirmed.ok && confirmed.error === "tooMany")
    return refuseTooMany(context, fields, confirmed.retryAfterSeconds);
  if (!confirmed.ok) {
    const notBegun = confirmed.error === "notBegun";
    if (!notBegun) noteSecurity(context, "secondFactorFailed", { userId });
    return refuse(
      problemWith(fields, notBegun ? { form: "security.notBegun" } : { code: "security.codeWrong" }),
    );
  }
  noteSecurity(context, "secondFactorOn", { userId });
  const flash = { tone: "success", title: "security.turnedOn" } as const;
  const cookies = [await storeNewCodes(services, userId, confirmed.codes)];
  return goTo(path, { request, context, flash, cookies });
}

export default function SecondFactor() {
  return (
    <AccountTexts>
      <Screen />
    </AccountTexts>
  );
}

function Screen() {
  const { on, pending, proofNeeded } = useLoaderData<typeof loader>();
  const result = useActionResult(useActionData<typeof action>());
  const t = useText();
  return (
    <AccountPage title={t("security.secondTitle")} description={t("security.secondText")}>
      {on?.codes ? (
        <NewCodes codes={on.codes} email={on.email} />
      ) : (
        <SecondFactorForms on={on} pending={pending} proofNeeded={proofNeeded} result={result} />
      )}
    </AccountPage>
  );
}
