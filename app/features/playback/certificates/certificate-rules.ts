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

/** A certificate is valid while its owner has the course, so a refund ends it (`isValid`, in the queries). */

/**
 * Returns whether the owner may correct the name on their certificate: once, and only while it is valid, that is while
 * they have the course. `correctedAt`: when the name was corrected; null if never.
 */
export function mayCorrectName({
  isValid,
  correctedAt,
}: {
  isValid: boolean;
  correctedAt: Date | null;
}): boolean {
  return isValid && correctedAt === null;
}

/** The share of each lesson that must have been watched for a certificate not to be called declared. */
const certifiedShare = 0.8;

/** The fastest playback of a player: less time than at this speed cannot have been spent on watching. */
const fastestRate = 2;

export interface CertifiedLesson {
  /** Length in seconds; null if unknown. */
  seconds: number | null;
  watchedSeconds: number;
}

/**
 * Returns whether a completion is only declared by the person: a lesson was not watched for 80 %, its length is
 * unknown, or less time has passed since they first had a lesson than watching takes. What was watched is reported by
 * the player.
 */
export function isDeclared(
  lessons: readonly CertifiedLesson[],
  { firstAccess, now }: { firstAccess: Date | undefined; now: Date },
): boolean {
  const isWatched = ({ seconds, watchedSeconds }: CertifiedLesson) =>
    seconds !== null && seconds > 0 && watchedSeconds >= seconds * certifiedShare;
  if (lessons.length === 0 || !firstAccess || !lessons.every(isWatched)) return true;
  const needed = lessons.reduce((sum, { seconds }) => sum + (seconds ?? 0) * certifiedShare, 0) / fastestRate;
  return (now.getTime() - firstAccess.getTime()) / 1000 < needed;
}
