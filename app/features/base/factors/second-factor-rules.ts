import { plainCode } from "~/ui/forms/plain-code";

export const recoveryCodeCount = 10;

/** No look-alikes (RFC 4648, section 6): five bits each, 80 in all. */
const alphabet = "ABCDEFGHIJKLMNOPQRSTUVWXYZ234567";
const codeLength = 16;

/** Such as "ABCD-EFGH-IJKL-MNOP". `bytes`: at least 16 random ones. */
export function formatRecoveryCode(bytes: Uint8Array): string {
  const letters = [...bytes.subarray(0, codeLength)].map((byte) => alphabet[byte & 31] ?? "");
  if (letters.length < codeLength) throw new Error("too few random bytes for a recovery code");
  return groupInFours(letters.join(""), "-");
}

/** Returns the digits of an authenticator app, a recovery code, or undefined. */
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

export const secondStepMinutes = 10;

export const setUpMinutes = 10;

export const newCodesSeconds = 600;

/** ADMIN_SECOND_FACTOR. */
type AdminSecondFactor = "required" | "optional" | "never";

/** By default only for payouts: a stolen password must not suffice to move money. */
export function mustHaveSecondFactor(choice: AdminSecondFactor, part: "office" | "payouts"): boolean {
  return part === "payouts" ? choice !== "never" : choice === "required";
}
