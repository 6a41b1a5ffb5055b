import { useNavigation } from "@remix-run/react";
import { useText } from "~/i18n/use-locale";
import type { useActionResult } from "~/platform/forms/use-action-result";
import { FormError } from "~/ui/forms/form-error";
import { useLatestResultOnly } from "~/ui/forms/latest-result";
import { Notice } from "~/ui/notice";
import { PasskeyButton } from "./passkey-button";
import { PasskeyList } from "./passkey-list";
import type { PasskeysView } from "./show-passkeys.server";

interface PasskeySettingsProps {
  shown: PasskeysView & {
    proofNeeded: boolean;
    /** A new passkey needs a proof that this account gave itself. */
    ownProofNeeded: boolean;
  };
  result: ReturnType<typeof useActionResult>;
}

/** A person's passkeys, with the forms that rename, remove and add one. */
export function PasskeySettings({ shown, result }: PasskeySettingsProps) {
  const { passkeys, full, proofNeeded, ownProofNeeded } = shown;
  useLatestResultOnly(useNavigation().state === "submitting");
  const t = useText();
  return (
    <div className="space-y-6">
      <FormError>{result.errorOf("form")}</FormError>
      <PasskeyList passkeys={passkeys} proofNeeded={proofNeeded} result={result} />
      {!full && (
        <PasskeyButton
          purpose="add"
          proofNeeded={ownProofNeeded}
          fields={{ intent: "add" }}
          label={t("security.passkeyAdd")}
          variant="primary"
        />
      )}
      <noscript>
        <Notice>{t("security.passkeysNeedScript")}</Notice>
      </noscript>
    </div>
  );
}
