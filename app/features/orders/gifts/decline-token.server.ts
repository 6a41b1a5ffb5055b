import { createHmac, hkdfSync, timingSafeEqual } from "node:crypto";

function sign(secret: string, text: string): Buffer {
  const key = Buffer.from(hkdfSync("sha256", secret, "", "decline invitations", 32));
  return createHmac("sha256", key).update(text).digest();
}

/**
 * Returns the token that ends the invitations to an address. It holds the address's hash, so that it still works once
 * the invitation has been forgotten. It never expires.
 */
export function makeDeclineToken(secret: string, addressHash: Buffer): string {
  const text = `guest.${addressHash.toString("base64url")}`;
  return `${text}.${sign(secret, text).toString("base64url")}`;
}

/** Returns the hash of the address whose invitations a token ends; undefined if its signature is invalid. */
export function readDeclineToken(secrets: readonly string[], token: string): Buffer | undefined {
  const [, text = "", hash = "", signature = ""] =
    /^(guest\.([A-Za-z0-9_-]{43}))\.([A-Za-z0-9_-]{43})$/.exec(token) ?? [];
  if (!text) return undefined;
  const given = Buffer.from(signature, "base64url");
  if (!secrets.some((secret) => timingSafeEqual(sign(secret, text), given))) return undefined;
  return Buffer.from(hash, "base64url");
}
