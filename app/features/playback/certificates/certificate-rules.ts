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

/** A completed lesson as a certificate's programme names it. `section`: empty in a course without sections. */
export interface ProgrammeLesson {
  section: string;
  title: string;
}

/**
 * Returns the lines of a programme: sections with their number of lessons, or in a course without sections its lessons,
 * without a number.
 */
export function listProgramme(lessons: readonly ProgrammeLesson[]): { title: string; lessons: number }[] {
  if (lessons.every(({ section }) => section === ""))
    return lessons.map(({ title }) => ({ title, lessons: 0 }));
  const lines: { title: string; lessons: number }[] = [];
  for (const { section, title } of lessons) {
    const last = lines.at(-1);
    if (section !== "" && last?.title === section) last.lessons += 1;
    else lines.push({ title: section || title, lessons: section ? 1 : 0 });
  }
  return lines;
}

/**
 * Returns the address at which LinkedIn adds a certificate to a profile. `issued`: São Paulo time.
 */
export function linkedInPath({
  course,
  organization,
  issued: [year = "", month = ""],
  url,
  code,
}: {
  course: string;
  organization: string;
  issued: readonly string[];
  url: string;
  code: string;
}): string {
  const fields = {
    startTask: "CERTIFICATION_NAME",
    name: course,
    organizationName: organization,
    issueYear: year,
    issueMonth: String(Number(month)),
    certUrl: url,
    certId: code,
  };
  return `https://www.linkedin.com/profile/add?${new URLSearchParams(fields)}`;
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

/** The share of each lesson that must have been watched for a certificate. */
const certifiedShare = 0.8;

/** The fastest playback of a player: less time than at this speed cannot have been spent on watching. */
const fastestRate = 3;

export interface CertifiedLesson {
  /** Length in seconds; null if unknown. */
  seconds: number | null;
  watchedSeconds: number;
}

/** Returns whether 80 % of a lesson was watched; of one whose length is unknown, any part. */
export function isWatched({ seconds, watchedSeconds }: CertifiedLesson): boolean {
  return watchedSeconds > 0 && watchedSeconds >= (seconds ?? 0) * certifiedShare;
}

/**
 * Returns whether a completion is only declared by the person: a lesson was not watched (`isWatched`), or less time has
 * passed since they first had a lesson than watching takes. What was watched is reported by the player. Such a
 * completion gets no certificate; those that were issued for one say so.
 */
export function isDeclared(
  lessons: readonly CertifiedLesson[],
  { firstAccess, now }: { firstAccess: Date | undefined; now: Date },
): boolean {
  if (lessons.length === 0 || !firstAccess || !lessons.every(isWatched)) return true;
  const needed = lessons.reduce((sum, { seconds }) => sum + (seconds ?? 0) * certifiedShare, 0) / fastestRate;
  return (now.getTime() - firstAccess.getTime()) / 1000 < needed;
}
