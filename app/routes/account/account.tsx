import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { changePasswordForm } from "~/features/base/accounts/account-forms";
import { refuseManyEdits } from "~/features/base/accounts/try-limits.server";
import { requestConfirmationMail } from "~/features/base/email-confirmation/confirm-email.server";
import { showAccount } from "~/features/entrance/account-page/account-page.server";
import { OwnAccountPage } from "~/features/entrance/account-page/own-account-page";
import {
  changePassword,
  endOtherSession,
  endOtherSessions,
} from "~/features/entrance/recovery/change-password.server";
import { keptIn } from "~/features/entrance/recovery/recent-factors.server";
import { EntranceTexts } from "~/i18n/entrance-texts";
import { decideLocale } from "~/i18n/page-language";
import { metaText } from "~/i18n/page-titles";
import { currentViewer } from "~/platform/context.server";
import { parseFields, problemWith, readForm, refuse, refuseTooMany } from "~/platform/forms/forms.server";
import { useActionResult } from "~/platform/forms/use-action-result";
import { goTo, retryAfterHeaders } from "~/platform/responses.server";
import { noteSecurity } from "~/platform/security-events";
import { clientOf } from "~/platform/session/actor.server";
import { accountLogin, requireViewer } from "~/server/guards.server";
import { hasRecentProof, requireProof } from "~/server/recent-proof.server";

export const meta: MetaFunction = ({ location }) => metaText(location, "account");

export const headers = retryAfterHeaders;

export async function loader({ request, context }: LoaderFunctionArgs) {
  const viewer = await requireViewer({ request, context, flash: accountLogin });
  const locale = decideLocale(new URL(request.url));
  const [shown, proved] = await Promise.all([
    showAccount(context.services, viewer, locale),
    hasRecentProof(context, request),
  ]);
  return { ...shown, proofNeeded: !proved };
}

export async function action({ request, context }: ActionFunctionArgs) {
  const viewer = await requireViewer({ request, context, flash: accountLogin });
  const fields = await readForm(request);
  const { sessionCookie } = context.services;
  if (fields.intent === "send-confirmation") return sendConfirmation(request, context, viewer.userId);
  const refused = await refuseManyEdits(context, viewer.userId, fields);
  if (refused) return refused;
  if (fields.intent === "end-session" || fields.intent === "end-others") {
    const proof = await requireProof(context, request, { action: "endSessions", fields });
    if (!proof.ok) return refuse(proof.problem, proof);
  }
  const present = (await currentViewer(context, request)) ?? viewer;
  if (fields.intent === "end-session") {
    const ended = await endOtherSession(context.services, present, fields.session);
    if (!ended) return goTo("/account", { request, context });
    noteSecurity(context, "sessionEnded", { userId: viewer.userId });
    const flash = { tone: "success", title: "accounts.endedSession" } as const;
    return goTo("/account", { request, context, flash });
  }
  if (fields.intent === "end-others") {
    const sessionId = await endOtherSessions(context.services, present);
    if (!sessionId) return goTo("/account", { request, context });
    noteSecurity(context, "otherSessionsEnded", { userId: viewer.userId });
    const flash = { tone: "success", title: "accounts.endedOthers" } as const;
    return goTo("/account", {
      request,
      context,
      flash,
      cookies: [await sessionCookie.write(sessionId, viewer.userId)],
    });
  }
  const form = parseFields(changePasswordForm, fields);
  if (!form.ok) return refuse(form.problem);
  const changed = await changePassword(context.services, viewer, {
    ...form.value,
    keeps: keptIn(fields),
    client: clientOf(context, request),
  });
  if (!changed.ok && changed.error === "tooMany") {
    return refuseTooMany(context, fields, changed.retryAfterSeconds);
  }
  if (!changed.ok && changed.error === "guessable")
    return refuse(problemWith(fields, { password: changed.problem }));
  noteSecurity(context, changed.ok ? "passwordChanged" : "passwordChangeFailed", { userId: viewer.userId });
  if (!changed.ok && changed.error === "signedOut") return goTo("/account", { request, context });
  if (!changed.ok) return refuse(problemWith(fields, { currentPassword: "accounts.currentWrong" }));
  return goTo("/account", {
    request,
    context,
    flash: {
      tone: "success",
      title: "accounts.passwordChanged",
      ...(changed.removed && { description: "accounts.recentRemoved" }),
    },
    cookies: [await sessionCookie.write(changed.sessionId, viewer.userId)],
  });
}

async function sendConfirmation(request: Request, context: ActionFunctionArgs["context"], userId: string) {
  const fields = { intent: "send-confirmation" };
  try {
    const locale = decideLocale(new URL(request.url));
    const taken = await requestConfirmationMail(context.services, { userId, locale });
    if (!taken.ok) return refuseTooMany(context, fields, taken.retryAfterSeconds);
  } catch (error) {
    context.log.error({ err: error }, "a confirmation mail could not be queued");
    return refuse(problemWith(fields, { form: "accounts.confirmationFailed" }), { status: 503 });
  }
  return goTo("/account", {
    request,
    context,
    flash: { tone: "success", title: "accounts.confirmationSent" },
  });
}

export default function AccountRoute() {
  return (
    <EntranceTexts>
      <Account />
    </EntranceTexts>
  );
}

function Account() {
  const answered = useActionData<typeof action>();
  const intent = answered?.done === false ? answered.problem.values.intent : undefined;
  const ofMail = intent === "send-confirmation";
  const ofSessions = intent === "end-session" || intent === "end-others";
  const results = {
    mail: useActionResult(ofMail ? answered : undefined),
    sessions: useActionResult(ofSessions ? answered : undefined),
    password: useActionResult(ofMail || ofSessions ? undefined : answered),
  };
  return <OwnAccountPage shown={useLoaderData<typeof loader>()} results={results} />;
}
