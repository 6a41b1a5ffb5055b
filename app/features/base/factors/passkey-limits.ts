import type { AuthenticationResponseJSON, RegistrationResponseJSON } from "@simplewebauthn/server";
import { z } from "zod";

/** WebAuthn Level 3, section 5.4.2. Passkeys stop working when APP_URL's host changes. */
export function relyingPartyOf(appUrl: string): { id: string; origin: string } {
  const { hostname, origin } = new URL(appUrl);
  return { id: hostname, origin };
}

/** 16 bytes that name nobody. */
export function userHandleOf(userId: string): Uint8Array<ArrayBuffer> {
  return Uint8Array.from(Buffer.from(userId.replaceAll("-", ""), "hex"));
}

const base64url = z.string().regex(/^[A-Za-z0-9_-]{1,12000}$/);
const credentialId = z.string().regex(/^[A-Za-z0-9_-]{1,1400}$/);
const credential = {
  id: credentialId,
  rawId: credentialId,
  type: z.literal("public-key"),
  clientExtensionResults: z.object({}).default({}),
};

const signed = z.object({
  ...credential,
  response: z.object({
    clientDataJSON: base64url,
    authenticatorData: base64url,
    signature: base64url,
    userHandle: base64url.nullish().transform((handle) => handle ?? undefined),
  }),
});

const registered = z.object({
  ...credential,
  response: z.object({
    clientDataJSON: base64url,
    attestationObject: base64url,
    transports: z.array(z.string().max(20)).max(10).default([]),
  }),
});

export function parseSignedAnswer(sent: string | undefined): AuthenticationResponseJSON | undefined {
  return signed.safeParse(readJson(sent)).data;
}

export function parseNewPasskey(sent: string | undefined): RegistrationResponseJSON | undefined {
  return registered.safeParse(readJson(sent)).data;
}

function readJson(sent: string | undefined): unknown {
  try {
    return JSON.parse(sent ?? "");
  } catch {
    return undefined;
  }
}

/** Per account. */
export const maxPasskeys = 20;

/** In characters. */
export const passkeyNameMaxLength = 60;

export const challengeMinutes = 5;
