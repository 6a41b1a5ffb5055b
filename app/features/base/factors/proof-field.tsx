import { useLocation } from "@remix-run/react";
import { AccountPassword } from "~/features/base/accounts/account-password";
import { useKnownViewer } from "~/features/base/accounts/use-root-data";
import { withoutLanguage } from "~/i18n/page-language";
import { useLinkTo, useText } from "~/i18n/use-locale";
import type { useActionResult } from "~/platform/forms/use-action-result";
import { TextLink } from "~/ui/link";
import { Notice } from "~/ui/notice";

interface ProofFieldProps {
  /** The last proof is too old (`hasRecentProof`). Otherwise the field appears once the action has asked for it. */
  needed?: boolean;
  /** For several fields on a page; `field-password` is what the error summary links to. */
  id?: string;
  result: Pick<ReturnType<typeof useActionResult>, "errorOf">;
  /** Says which of the form's changes need the proof. */
  onlyFor?: string;
}

/** Password field for `requireProof`, with a link to other proofs; only the link for an account without a password. */
export function ProofField({ needed = false, id = "field-password", result, onlyFor }: ProofFieldProps) {
  const viewer = useKnownViewer();
  const { pathname, search } = useLocation();
  const t = useText();
  const linkTo = useLinkTo();
  const error = result.errorOf("password");
  if (!needed && !error) return null;
  const proofPage = linkTo(
    `/account/proof?${new URLSearchParams({ redirectTo: withoutLanguage(pathname + search) })}`,
  );
  if (viewer?.hasPassword === false) {
    return (
      <Notice tone={error ? "danger" : "warn"} role={error ? "alert" : undefined}>
        {onlyFor && <p>{onlyFor}</p>}
        <p id={id}>{t("accounts.proofElsewhere")}</p>
        <TextLink {...proofPage} className="mt-1">
          {t("accounts.proofLink")}
        </TextLink>
      </Notice>
    );
  }
  return (
    <div>
      <AccountPassword
        result={result}
        id={id}
        name="password"
        label={t("accounts.proofField")}
        hint={onlyFor ?? t("accounts.proofHint")}
        required={!onlyFor}
        autoComplete="current-password"
      />
      <TextLink {...proofPage} className="mt-1 text-sm">
        {t("accounts.proofOtherWay")}
      </TextLink>
    </div>
  );
}

export function useProofLabel(): string {
  const viewer = useKnownViewer();
  return useText()(viewer?.hasPassword === false ? "accounts.proofTitle" : "accounts.proofField");
}
