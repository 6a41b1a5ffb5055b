/** WebAuthn's library, loaded when the first passkey is used: it is a quarter of what a server would load at its start. */
export async function loadWebauthn() {
  return import("@simplewebauthn/server");
}

/** The parts of it that read and write what an authenticator encodes. */
export async function loadWebauthnEncoding() {
  return import("@simplewebauthn/server/helpers");
}
