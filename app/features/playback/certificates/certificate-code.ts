import { withoutMessageSigns } from "~/features/base/form-fields/shared-address";
import { plainCode } from "~/ui/forms/plain-code";

/** Crockford's base 32: without letters that are read as digits. */
const letters = "0123456789ABCDEFGHJKMNPQRSTVWXYZ";

/** Characters of a code: 60 bits. */
export const codeLength = 12;

/** Returns the code of random bytes, of which it uses one for each character. */
export function makeCertificateCode(bytes: Uint8Array): string {
  return Array.from(bytes.slice(0, codeLength), (byte) => letters[byte % letters.length]).join("");
}

/** Returns a code as it is printed: "7K2M-9QRT-4XYZ". */
export function writeCertificateCode(code: string): string {
  return code.replace(/(.{4})(?=.)/g, "$1-");
}

/**
 * Reads a code as a person may copy it from paper: in any case, with or without dashes, with letters for digits that
 * look alike, or as a message ended it. Returns undefined for anything else.
 */
export function readCertificateCode(typed: string | undefined): string | undefined {
  const code = plainCode(withoutMessageSigns((typed ?? "").slice(0, 80)))
    .toUpperCase()
    .replace(/[\s-]/g, "")
    .replace(/[IL]/g, "1")
    .replace(/O/g, "0");
  return code.length === codeLength && [...code].every((letter) => letters.includes(letter))
    ? code
    : undefined;
}

/** The address at which everybody may check a certificate. */
export function certificatePath(code: string): string {
  return `/certificates/${writeCertificateCode(code)}`;
}
