import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { requestDownload } from "~/features/entrance/privacy/make-download.server";
import { keepAccount, requestErasure, showOwnData } from "~/features/entrance/privacy/own-data.server";
import { OwnDataPage } from "~/features/entrance/privacy/own-data-page";
import { erasureDays } from "~/features/entrance/privacy/retention";
import { AccountTexts } from "~/i18n/account-texts";
import { decideLocale } from "~/i18n/page-language";
import { metaText } from "~/i18n/page-titles";
import { problemWith, readForm, refuse, refuseTooMany } from "~/platform/forms/forms.server";
import { useActionResult } from "~/platform/forms/use-action-result";
import { goTo, retryAfterHeaders } from "~/platform/responses.server";
import { noteSecurity } from "~/platform/security-events";
import type { Flash } from "~/platform/session/cookies.server";
import { accountLogin, requireViewer } from "~/server/guards.server";
import { hasRecentProof, provePassword, requireProof } from "~/server/recent-proof.server";

export const meta: MetaFunction = ({ location }) => metaText(location, "accountData");

export const headers = retryAfterHeaders;

export async function loader({ request, context }: LoaderFunctionArgs) {
  const viewer = await requireViewer({ request, context, flash: accountLogin });
  const locale = decideLocale(new URL(request.url));
  const [own, proven] = await Promise.all([
    showOwnData(context.services, viewer.userId, locale),
    hasRecentProof(context, request),
  ]);
  return { ...own, isCreator: viewer.isCreator, email: viewer.email, proofNeeded: !proven };
}

export async function action({ request, context }: ActionFunctionArgs) {
  const viewer = await requireViewer({ request, context, flash: accountLogin });
  const { services } = context;
  const { userId } = viewer;
  const locale = decideLocale(new URL(request.url));
  const fields = await readForm(request);
  const answer = (flash: Flash) => goTo("/account/data", { request, context, flash });
  if (fields.intent === "keep") {
    if (!(await keepAccount(services, userId))) return answer({ tone: "error", title: "privacy.tooLate" });
    noteSecurity(context, "erasureRevoked", { userId });
    return answer({ tone: "success", title: "privacy.kept" });
  }
  if (fields.intent !== "export" && fields.intent !== "erase")
    return refuse(problemWith(fields, { form: "common.checkFields" }));
  const always = viewer.hasPassword && (fields.intent === "erase" || Boolean(fields.password));
  const proof = always
    ? await provePassword(context, viewer, fields)
    : await requireProof(context, request, { action: "exportOrEraseOwnData", fields });
  if (!proof.ok) return refuse(proof.problem, proof);
  if (fields.intent === "export") {
    const requested = await requestDownload(services, { userId, locale });
    if (!requested.ok && requested.error === "tooMany")
      return refuseTooMany(context, fields, requested.retryAfterSeconds);
    if (!requested.ok) return answer({ tone: "info", title: "privacy.underWay" });
    noteSecurity(context, "dataRequested", { userId });
    return answer({ tone: "success", title: "privacy.asked" });
  }
  const keepReviews = fields.keepReviews === "on";
  const requested = await requestErasure(services, viewer, { locale, keepReviews });
  if (!requested.ok) return refuse(problemWith(fields, { form: "privacy.lastAdmin" }));
  noteSecurity(context, "erasureRequested", { userId });
  return answer({ tone: "info", title: "privacy.scheduled", values: { days: String(erasureDays) } });
}

export default function AccountData() {
  return (
    <AccountTexts>
      <OwnData />
    </AccountTexts>
  );
}

function OwnData() {
  const result = useActionResult(useActionData<typeof action>());
  return <OwnDataPage shown={useLoaderData<typeof loader>()} result={result} />;
}
