import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { Form, useActionData, useLoaderData, useNavigation } from "@remix-run/react";
import { findWaitingEmail } from "~/features/accounts/account-changes/account-changes.queries.server";
import { findFullName } from "~/features/accounts/accounts/accounts.queries.server";
import { cancelWaitingEmail } from "~/features/accounts/email-confirmation/change-email.server";
import { changeProfile } from "~/features/accounts/profile/change-profile.server";
import { refuseManyEdits } from "~/features/accounts/profile/edit-limit.server";
import { profileForm } from "~/features/accounts/profile/profile-form";
import { ProofField, useProofLabel } from "~/features/accounts/proof/proof-field";
import { hasRecentProof, requireProof } from "~/features/accounts/proof/recent-proof.server";
import { SecurityTexts } from "~/features/accounts/second-factor/security-texts";
import { formatDateTime } from "~/features/base/form-fields/dates";
import { FormProblem } from "~/features/base/form-fields/form-errors";
import { UndoTexts } from "~/features/entrance/recovery/undo-texts";
import { AccountPage } from "~/features/shop/catalog/account-frame";
import { metaText } from "~/i18n/meta-text";
import { decideLocale } from "~/i18n/page-language";
import { useText } from "~/i18n/use-locale";
import { refuse, refuseTooMany } from "~/platform/forms/action-result.server";
import { parseFields, readForm } from "~/platform/forms/forms.server";
import { useActionResult } from "~/platform/forms/use-action-result";
import { goTo } from "~/platform/responses.server";
import { retryAfterHeaders } from "~/platform/retry-after-headers";
import { noteSecurity } from "~/platform/security-events";
import type { Flash } from "~/platform/session/flash.server";
import { requireViewer } from "~/server/guards.server";
import { Button } from "~/ui/button";
import { Field } from "~/ui/forms/field";
import { Notice } from "~/ui/notice";

export const meta: MetaFunction = ({ location }) => metaText(location, "ownProfile");

export const headers = retryAfterHeaders;

const loginFirst = { tone: "info", title: "watch.loginTitle", description: "accounts.accountLogin" } as const;

export async function loader({ request, context }: LoaderFunctionArgs) {
  const { userId, email } = await requireViewer({ request, context, flash: loginFirst });
  const waiting = await findWaitingEmail(context.services.db, userId);
  const locale = decideLocale(new URL(request.url));
  const fullName = (await findFullName(context.services.db, userId)) ?? "";
  return {
    email,
    fullName,
    waiting: waiting
      ? { email: waiting.new_email ?? "", date: formatDateTime(waiting.due_at, locale) }
      : null,
    proofNeeded: !(await hasRecentProof(context, request)),
  };
}

export async function action({ request, context }: ActionFunctionArgs) {
  const viewer = await requireViewer({ request, context, flash: loginFirst });
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
    <SecurityTexts>
      <ProfileScreen />
    </SecurityTexts>
  );
}

function ProfileScreen() {
  const { email, fullName, waiting, proofNeeded } = useLoaderData<typeof loader>();
  const result = useActionResult(useActionData<typeof action>());
  const busy = useNavigation().formData !== undefined;
  const t = useText();
  const { errorOf, typedIn } = result;
  const labels = {
    fullName: t("accounts.fullName"),
    email: t("accounts.email"),
    password: useProofLabel(),
  };
  return (
    <AccountPage title={t("security.profileTitle")} description={t("security.profileText")}>
      {waiting && (
        <UndoTexts>
          <WaitingEmail {...waiting} />
        </UndoTexts>
      )}
      <Form method="post" className="space-y-5">
        <FormProblem result={result} labels={labels} />
        <Field
          name="fullName"
          label={labels.fullName}
          error={errorOf("fullName")}
          defaultValue={typedIn("fullName") ?? fullName}
          autoComplete="name"
          maxLength={200}
          required
        />
        <Field
          name="email"
          type="email"
          label={labels.email}
          hint={t("security.newEmailHint", { email })}
          error={errorOf("email")}
          defaultValue={typedIn("email") ?? email}
          autoComplete="email"
          required
        />
        <ProofField needed={proofNeeded} result={result} />
        <Button pending={busy} pendingLabel={t("security.saving")}>
          {t("security.save")}
        </Button>
      </Form>
    </AccountPage>
  );
}

/** A confirmed change of e-mail that does not apply yet. */
function WaitingEmail({ email, date }: { email: string; date: string }) {
  const t = useText();
  return (
    <Notice tone="warn" title={t("undo.waitingTitle", { email })} className="mb-6 break-words">
      <p>{t("undo.waitingText", { date })}</p>
      <Form method="post" className="mt-3">
        <input type="hidden" name="intent" value="cancel-email" />
        <Button variant="secondary">{t("undo.cancel")}</Button>
      </Form>
    </Notice>
  );
}
