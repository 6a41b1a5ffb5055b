import { Form, useNavigation } from "@remix-run/react";
import { AccountPassword } from "~/features/base/accounts/account-password";
import { CardPage } from "~/features/base/accounts/card-page";
import { useKnownViewer } from "~/features/base/accounts/use-root-data";
import { PasskeyButton } from "~/features/base/factors/passkey-button";
import { proofMinutes } from "~/features/base/factors/proofs-of-actions";
import { FormProblem } from "~/features/base/form-fields/form-errors";
import {
  recoveryAreaOfViewer,
  recoveryPaths,
  withReturnPath,
} from "~/features/entrance/recovery/recovery-rules";
import { useLinkTo, useText } from "~/i18n/use-locale";
import type { useActionResult } from "~/platform/forms/use-action-result";
import { Button } from "~/ui/button";
import { TextLink } from "~/ui/link";
import { GoogleButton } from "./google-button";

interface ProofPageProps {
  shown: {
    email: string;
    hasPassword: boolean;
    hasGoogle: boolean;
    passkey: boolean;
    target: string;
  };
  result: ReturnType<typeof useActionResult>;
}

export function ProofPage({ shown, result }: ProofPageProps) {
  const { email, hasPassword, hasGoogle, passkey, target } = shown;
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
