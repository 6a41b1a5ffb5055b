import type {
  PublicKeyCredentialCreationOptionsJSON,
  PublicKeyCredentialRequestOptionsJSON,
} from "@simplewebauthn/browser";
import { useState } from "react";

export type PasskeyResult =
  /** For the form field `credential`. */
  | { ok: true; credential: string }
  /** `refused`: cancelled by the person, or the browser has no passkey to offer. `proof`: the last proof is too old. */
  | { ok: false; error: "refused" | "proof" | "tooMany" | "failed" };

export type PasskeyPurpose = "add" | "signIn" | "secondFactor" | "proof";

export function offersPasskeys(): boolean {
  return typeof PublicKeyCredential === "function";
}

/** Returns a function that asks the browser for a passkey, and whether it is asking. */
export function usePasskey(purpose: PasskeyPurpose): { ask: () => Promise<PasskeyResult>; asking: boolean } {
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

/**
 * Fetches a challenge and lets the browser answer it by a passkey; `add` makes a new one. The library is loaded then.
 */
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
