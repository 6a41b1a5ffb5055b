import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { profileForm } from "~/features/base/accounts/account-forms";
import { refuseManyEdits } from "~/features/base/accounts/try-limits.server";
import { cancelWaitingEmail } from "~/features/base/email-confirmation/change-email.server";
import { changeProfile, showProfile } from "~/features/entrance/account-page/account-page.server";
import { ProfilePage } from "~/features/entrance/account-page/profile-page";
import { AccountTexts } from "~/i18n/account-texts";
import { decideLocale } from "~/i18n/page-language";
import { metaText } from "~/i18n/page-titles";
import { parseFields, readForm, refuse, refuseTooMany } from "~/platform/forms/forms.server";
import { useActionResult } from "~/platform/forms/use-action-result";
import { goTo, retryAfterHeaders } from "~/platform/responses.server";
import { noteSecurity } from "~/platform/security-events";
import type { Flash } from "~/platform/session/cookies.server";
import { accountLogin, requireViewer } from "~/server/guards.server";
import { hasRecentProof, requireProof } from "~/server/recent-proof.server";

export const meta: MetaFunction = ({ location }) => metaText(location, "ownProfile");

export const headers = retryAfterHeaders;

export async function loader({ request, context }: LoaderFunctionArgs) {
  const viewer = await requireViewer({ request, context, flash: accountLogin });
  const shown = await showProfile(context.services, viewer, decideLocale(new URL(request.url)));
  return { ...shown, proofNeeded: !(await hasRecentProof(context, request)) };
}

export async function action({ request, context }: ActionFunctionArgs) {
  const viewer = await requireViewer({ request, context, flash: accountLogin });
  const fields = await readForm(request);
  if (fields.intent === "cancel-email") return cancelEmail({ request, context }, viewer.userId);
  const refused = await refuseManyEdits(context, viewer.userId, fields);
  if (refused) return refused;
  const form = parseFields(profileForm, fields);
  if (!form.ok) return refuse(form.problem);
  const proof = await requireProof(context, request, { action: "changeProfile", fields });
  if (!proof.ok) return refuse(proof.problem, proof);
  const locale = decideLocale(new URL(request.url));
  const changed = await changeProfile(context.services, viewer, { ...form.value, locale });
  if (!changed.ok) return refuseTooMany(context, fields, changed.retryAfterSeconds);
  if (changed.emailAsked) noteSecurity(context, "emailChangeAsked", { userId: viewer.userId });
  const { email } = form.value;
  const flash: Flash = changed.emailAsked
    ? {
        tone: "success",
        title: "security.emailAsked",
        description: "security.emailAskedText",
        values: { email },
      }
    : { tone: "success", title: changed.renamed ? "security.nameSaved" : "security.nothingChanged" };
  return goTo("/account/profile", { request, context, flash });
}

/** Needs no proof: a session is enough to keep the present e-mail. */
async function cancelEmail(
  { request, context }: Pick<ActionFunctionArgs, "request" | "context">,
  userId: string,
) {
  const cancelled = await cancelWaitingEmail(context.services, userId);
  if (cancelled) noteSecurity(context, "emailChangeCancelled", { userId });
  const flash: Flash = { tone: "success", title: "undo.cancelled" };
  return goTo("/account/profile", { request, context, ...(cancelled && { flash }) });
}

export default function Profile() {
  return (
    <AccountTexts>
      <ProfileScreen />
    </AccountTexts>
  );
}

function ProfileScreen() {
  const result = useActionResult(useActionData<typeof action>());
  return <ProfilePage shown={useLoaderData<typeof loader>()} result={result} />;
}
