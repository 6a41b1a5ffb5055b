/** WebAuthn's library, loaded with the first passkey: it would be a quarter of what a server loads at its start. */
export async function loadWebauthn() {
  return import("@simplewebauthn/server");
}

/** The parts of it that read and write what an authenticator encodes. */
export async function loadWebauthnEncoding() {
  return import("@simplewebauthn/server/helpers");
}
