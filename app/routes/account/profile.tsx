import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { Form, useActionData, useLoaderData, useNavigation } from "@remix-run/react";
import { findFullName } from "~/features/accounts/accounts.queries.server";
import { ProofField, useProofLabel } from "~/features/accounts/proof-field";
import { hasRecentProof, requireRecentProof } from "~/features/accounts/recent-proof.server";
import { FormProblem } from "~/features/fields/form-errors";
import { changeProfile } from "~/features/profile/change-profile.server";
import { profileForm } from "~/features/profile/profile-form";
import { AccountPage } from "~/features/second-factor/account-page";
import { SecurityTexts } from "~/features/second-factor/security-texts";
import { decideLocale } from "~/i18n/language-in-address";
import { metaText } from "~/i18n/meta-text";
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

export const meta: MetaFunction = ({ location }) => metaText(location, "ownProfile");

export const headers = retryAfterHeaders;

const loginFirst = { tone: "info", title: "watch.loginTitle", description: "accounts.accountLogin" } as const;

export async function loader({ request, context }: LoaderFunctionArgs) {
  const { userId, email } = await requireViewer({ request, context, flash: loginFirst });
  const fullName = (await findFullName(context.services.db, userId)) ?? "";
  return { email, fullName, proofNeeded: !(await hasRecentProof(context, request)) };
}

export async function action({ request, context }: ActionFunctionArgs) {
  const viewer = await requireViewer({ request, context, flash: loginFirst });
  const fields = await readForm(request);
  const form = parseFields(profileForm, fields);
  if (!form.ok) return refuse(form.problem);
  const proof = await requireRecentProof(context, request, fields);
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

export default function Profile() {
  return (
    <SecurityTexts>
      <ProfileScreen />
    </SecurityTexts>
  );
}

function ProfileScreen() {
  const { email, fullName, proofNeeded } = useLoaderData<typeof loader>();
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
