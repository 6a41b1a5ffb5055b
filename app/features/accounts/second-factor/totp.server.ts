import { Secret, TOTP } from "otpauth";

/** RFC 6238 with the values that every authenticator app supports: SHA-1, 6 digits, 30 seconds. */
const settings = { algorithm: "SHA1", digits: 6, period: 30 } as const;

/** Returns a new secret of 160 bits in base32 (RFC 4226, section 4). */
export function makeTotpSecret(): string {
  return new Secret({ size: 20 }).base32;
}

/** Returns the address that an authenticator app reads from a QR code. */
export function totpAddress(secret: string, email: string): string {
  return new TOTP({ ...settings, issuer: "Sabiá", label: email, secret }).toString();
}

/** How many time steps a clock may be ahead or behind: one, so a code is accepted for up to a minute and a half. */
const driftSteps = 1;

/**
 * Returns the time step that a code belongs to, within the allowed drift. Returns undefined for a wrong code. That no
 * code is accepted twice is decided by `takeStepOnce` (`second-factor.queries.server.ts`).
 */
export function findTotpStep(secret: string, code: string, now: Date): number | undefined {
  const timestamp = now.getTime();
  const totp = new TOTP({ ...settings, secret });
  const delta = totp.validate({ token: code, timestamp, window: driftSteps });
  return delta === null ? undefined : totp.counter({ timestamp }) + delta;
}
