import { useLocation } from "@remix-run/react";
import { AccountPassword } from "~/features/base/accounts/account-password";
import { useKnownViewer } from "~/features/base/accounts/use-root-data";
import { withoutLanguage } from "~/i18n/page-language";
import { useLinkTo, useText } from "~/i18n/use-locale";
import type { useActionResult } from "~/platform/forms/use-action-result";
import { Notice } from "~/ui/notice";
import { TextLink } from "~/ui/text-link";

interface ProofFieldProps {
  /**
   * Whether the last proof is too old, from `hasRecentProof`. Without it the field appears once the action has asked
   * for it; what was typed is kept.
   */
  needed?: boolean;
  /** Where a page has several of these fields; `field-password` otherwise, to which the summary of errors links. */
  id?: string;
  result: Pick<ReturnType<typeof useActionResult>, "errorOf">;
  /** For a form of which only some changes need the proof: says which ones. */
  onlyFor?: string;
}

/**
 * The password field of a form that `requireProof` protects, with a link to the page that accepts other proofs;
 * nothing while the last proof counts. An account without a password gets the link alone.
 */
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

/** Returns the name of the proof for a form's summary of errors. */
export function useProofLabel(): string {
  const viewer = useKnownViewer();
  return useText()(viewer?.hasPassword === false ? "accounts.proofTitle" : "accounts.proofField");
}
