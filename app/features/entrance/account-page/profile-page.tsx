import { Form, useNavigation } from "@remix-run/react";
import { ProofField, useProofLabel } from "~/features/base/factors/proof-field";
import { FormProblem } from "~/features/base/form-fields/form-errors";
import { AccountPage } from "~/features/shop/catalog/shop-page";
import { AccountTexts } from "~/i18n/account-texts";
import { useText } from "~/i18n/use-locale";
import type { useActionResult } from "~/platform/forms/use-action-result";
import { Button } from "~/ui/button";
import { Field } from "~/ui/forms/field";
import { Notice } from "~/ui/notice";
import type { ProfileView } from "./account-page.server";

interface ProfilePageProps {
  shown: ProfileView & { proofNeeded: boolean };
  result: ReturnType<typeof useActionResult>;
}

export function ProfilePage({ shown, result }: ProfilePageProps) {
  const { email, fullName, waiting, proofNeeded } = shown;
  const busy = useNavigation().formData !== undefined;
  const t = useText();
  const { field } = result;
  const labels = {
    fullName: t("accounts.fullName"),
    email: t("accounts.email"),
    password: useProofLabel(),
  };
  return (
    <AccountPage title={t("security.profileTitle")} description={t("security.profileText")}>
      {waiting && (
        <AccountTexts>
          <WaitingEmail {...waiting} />
        </AccountTexts>
      )}
      <Form method="post" className="space-y-5">
        <FormProblem result={result} labels={labels} />
        <Field
          {...field("fullName", fullName)}
          label={labels.fullName}
          autoComplete="name"
          maxLength={200}
          required
        />
        <Field
          {...field("email", email)}
          type="email"
          label={labels.email}
          hint={t("security.newEmailHint", { email })}
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
