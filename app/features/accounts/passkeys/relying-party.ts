/**
 * Returns what passkeys are bound to (WebAuthn Level 3, section 5.4.2): the host of APP_URL, and the only origin that
 * may ask for them. Passkeys stop working when the host changes.
 */
export function relyingPartyOf(appUrl: string): { id: string; origin: string } {
  const { hostname, origin } = new URL(appUrl);
  return { id: hostname, origin };
}

/** Returns an account's id as the user handle of its passkeys: 16 bytes that name nobody. */
export function userHandleOf(userId: string): Uint8Array<ArrayBuffer> {
  return Uint8Array.from(Buffer.from(userId.replaceAll("-", ""), "hex"));
}
