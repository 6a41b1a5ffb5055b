import { plainCode } from "~/ui/forms/plain-code";

/** Codes given when a second factor is turned on. */
export const recoveryCodeCount = 10;

/** Letters and digits without those that look alike (RFC 4648, section 6): five bits each, 80 bits in all. */
const alphabet = "ABCDEFGHIJKLMNOPQRSTUVWXYZ234567";
const codeLength = 16;

/** Returns a code in groups of four, such as "ABCD-EFGH-IJKL-MNOP". `bytes`: at least 16 random bytes. */
export function formatRecoveryCode(bytes: Uint8Array): string {
  const letters = [...bytes.subarray(0, codeLength)].map((byte) => alphabet[byte & 31] ?? "");
  if (letters.length < codeLength) throw new Error("too few random bytes for a recovery code");
  return groupInFours(letters.join(""), "-");
}

/** Returns what was typed as digits of an authenticator app, as a recovery code, or neither. */
export function readSecondFactorCode(
  typed: string,
): { kind: "totp"; code: string } | { kind: "recovery"; code: string } | undefined {
  const plain = plainCode(typed).replace(/[\s-]/g, "").toUpperCase();
  if (/^[0-9]{6}$/.test(plain)) return { kind: "totp", code: plain };
  return /^[A-Z2-7]{16}$/.test(plain) ? { kind: "recovery", code: plain } : undefined;
}

export function groupInFours(text: string, separator = " "): string {
  return (text.match(/.{1,4}/g) ?? []).join(separator);
}

/** Time to enter the code when signing in, in minutes. */
export const secondStepMinutes = 10;

/** Time to enter the first code of a new secret, in minutes: it is shown no longer. */
export const setUpMinutes = 10;

/** Time for which new recovery codes stay on the page, in seconds. */
export const newCodesSeconds = 600;

/** The operator's choice, from ADMIN_SECOND_FACTOR. */
type AdminSecondFactor = "required" | "optional" | "never";

/**
 * Returns whether an administrator must have set up a second factor. By default only for payouts: from the first one
 * on, a stolen password is not enough to move money. `part`: the whole office, or preparing payouts and recording how
 * they ended.
 */
export function mustHaveSecondFactor(choice: AdminSecondFactor, part: "office" | "payouts"): boolean {
  return part === "payouts" ? choice !== "never" : choice === "required";
}
