import { useNavigate, useNavigation, useSubmit } from "@remix-run/react";
import { useState } from "react";
import { useLinkTo, useText } from "~/i18n/use-locale";
import { Button } from "~/ui/button";
import type { ButtonVariant } from "~/ui/button-look";
import { FormError } from "~/ui/forms/form-error";
import { useHydrated } from "~/ui/hydrated";
import { Icon } from "~/ui/icons";
import { offersPasskeys, type PasskeyPurpose, usePasskey } from "./use-passkey";

interface PasskeyButtonProps {
  purpose: PasskeyPurpose;
  /** The path that gets the answer as `credential`; default: this page's action. */
  action?: string;
  /** Whether the page knows that `add` needs a proof first: then the button asks for that at once. */
  proofNeeded?: boolean;
  /** More fields of the form. */
  fields?: Record<string, string>;
  label: string;
  variant?: ButtonVariant;
  className?: string;
}

const failures = {
  refused: "accounts.passkeyRefused",
  tooMany: "accounts.tooManyTries",
  failed: "accounts.passkeyFailed",
} as const;

/** Asks the browser for a passkey and submits its answer. Nothing without script, or in a browser without passkeys. */
export function PasskeyButton({
  purpose,
  action,
  proofNeeded,
  fields,
  label,
  variant,
  className,
}: PasskeyButtonProps) {
  const { ask, asking } = usePasskey(purpose);
  const [failure, setFailure] = useState<keyof typeof failures>();
  const hydrated = useHydrated();
  const submit = useSubmit();
  const navigate = useNavigate();
  const sending = useNavigation().formData?.has("credential") ?? false;
  const t = useText();
  const linkTo = useLinkTo();
  if (!hydrated || !offersPasskeys()) return null;
  const goToProof = () => navigate(linkTo("/account/proof?redirectTo=%2Faccount%2Fpasskeys").to);
  const press = async () => {
    if (proofNeeded) return goToProof();
    setFailure(undefined);
    const asked = await ask();
    if (asked.ok) {
      const form = { ...fields, credential: asked.credential };
      submit(form, { method: "post", ...(action && { action: linkTo(action).to }) });
    } else if (asked.error === "proof" && purpose === "add") {
      goToProof();
    } else setFailure(asked.error === "proof" ? "failed" : asked.error);
  };
  return (
    <div className={className}>
      {failure && <FormError className="mb-4">{t(failures[failure])}</FormError>}
      <Button
        type="button"
        variant={variant ?? "secondary"}
        size="large"
        className="w-full px-4 max-sm:text-base"
        pending={asking || sending}
        pendingLabel={t("accounts.passkeyAsking")}
        onClick={press}
      >
        <Icon name="key" className="size-5" />
        {label}
      </Button>
    </div>
  );
}
