import { createHash, randomBytes } from "node:crypto";

/**
 * Returns 256 random bits for a cookie or a mailed link, with the hash to store: the database holds no token, so that a
 * leaked table grants no access.
 */
export function makeToken(): { token: string; tokenHash: string } {
  const token = randomBytes(32).toString("base64url");
  return { token, tokenHash: hashToken(token) };
}

/** Returns the hash by which a token is stored and found, in hexadecimal. */
export function hashToken(token: string): string {
  return createHash("sha256").update(token).digest("hex");
}

/** Returns whether a string looks like one of `makeToken`. */
export function isToken(value: unknown): value is string {
  return typeof value === "string" && /^[A-Za-z0-9_-]{43}$/.test(value);
}
