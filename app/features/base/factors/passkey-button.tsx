import { useNavigate, useNavigation, useSubmit } from "@remix-run/react";
import type {
  PublicKeyCredentialCreationOptionsJSON,
  PublicKeyCredentialRequestOptionsJSON,
} from "@simplewebauthn/browser";
import { useState } from "react";
import { useLinkTo, useText } from "~/i18n/use-locale";
import { Button } from "~/ui/button";
import { FormError } from "~/ui/forms/form-error";
import { useHydrated } from "~/ui/hydrated";
import { Icon } from "~/ui/icons";
import type { ButtonVariant } from "~/ui/looks";

interface PasskeyButtonProps {
  purpose: PasskeyPurpose;
  /** Receives the answer as `credential`; default: this page's action. */
  action?: string;
  /** `add` needs a proof first, which the button then opens. */
  proofNeeded?: boolean;
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

/** Renders nothing without script, or in a browser without passkeys. */
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
    const answer = await ask();
    if (answer.ok) {
      const form = { ...fields, credential: answer.credential };
      submit(form, { method: "post", ...(action && { action: linkTo(action).to }) });
    } else if (answer.error === "proof" && purpose === "add") {
      goToProof();
    } else setFailure(answer.error === "proof" ? "failed" : answer.error);
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

type PasskeyResult =
  | { ok: true; credential: string }
  /** `refused`: cancelled, or the browser has no passkey. `proof`: the last proof is too old. */
  | { ok: false; error: "refused" | "proof" | "tooMany" | "failed" };

type PasskeyPurpose = "add" | "signIn" | "secondFactor" | "proof";

function offersPasskeys(): boolean {
  return typeof PublicKeyCredential === "function";
}

function usePasskey(purpose: PasskeyPurpose): { ask: () => Promise<PasskeyResult>; asking: boolean } {
  const [asking, setAsking] = useState(false);
  const ask = async () => {
    setAsking(true);
    try {
      return await askPasskey(purpose);
    } finally {
      setAsking(false);
    }
  };
  return { ask, asking };
}

/** `add` makes a new passkey. Loads the library. */
async function askPasskey(purpose: PasskeyPurpose): Promise<PasskeyResult> {
  let options: unknown;
  try {
    const body = new URLSearchParams({ purpose });
    const answer = await fetch("/passkeys/options", { method: "POST", body, redirect: "manual" });
    if (answer.status === 429) return { ok: false, error: "tooMany" };
    if (answer.status === 403) return { ok: false, error: "proof" };
    if (!answer.ok) return { ok: false, error: "failed" };
    options = await answer.json();
  } catch {
    return { ok: false, error: "failed" };
  }
  try {
    const { startAuthentication, startRegistration } = await import("@simplewebauthn/browser");
    const answer =
      purpose === "add"
        ? await startRegistration({ optionsJSON: options as PublicKeyCredentialCreationOptionsJSON })
        : await startAuthentication({ optionsJSON: options as PublicKeyCredentialRequestOptionsJSON });
    return { ok: true, credential: JSON.stringify(answer) };
  } catch {
    return { ok: false, error: "refused" };
  }
}

interface PasskeySignInProps {
  entrance: "consumer" | "creator" | "admin";
  fields?: Record<string, string>;
}

export function PasskeySignIn({ entrance, fields }: PasskeySignInProps) {
  const t = useText();
  return (
    <PasskeyButton
      purpose="signIn"
      action="/passkeys/sign-in"
      fields={{ ...fields, entrance }}
      label={t("accounts.passkeyUse")}
      variant="quiet"
      className="mt-3"
    />
  );
}
