import { withoutMessageSigns } from "~/features/videos/listing/video-address";
import { plainCode } from "~/ui/forms/plain-code";

/** Crockford's base 32: without letters that are read as digits. */
const letters = "0123456789ABCDEFGHJKMNPQRSTVWXYZ";

export const codeLength = 12;

/** Uses one random byte for each character. */
export function makeCertificateCode(bytes: Uint8Array): string {
  return Array.from(bytes.slice(0, codeLength), (byte) => letters[byte % letters.length]).join("");
}

/** As printed: "7K2M-9QRT-4XYZ". */
export function writeCertificateCode(code: string): string {
  return code.replace(/(.{4})(?=.)/g, "$1-");
}

/** Reads a code as copied from paper or a message, with letters for digits that look alike; else undefined. */
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

export function certificatePath(code: string): string {
  return `/certificates/${writeCertificateCode(code)}`;
}

/** `section`: empty in a course without sections. */
export interface ProgrammeLesson {
  section: string;
  title: string;
}

/** Returns sections with their number of lessons; in a course without sections its lessons, with 0. */
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

/** LinkedIn's form that adds a certificate to a profile. `issued`: São Paulo time. */
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

/** Once, and only while the certificate is valid, that is while its owner has the course: a refund ends it. */
export function mayCorrectName({
  isValid,
  correctedAt,
}: {
  isValid: boolean;
  correctedAt: Date | null;
}): boolean {
  return isValid && correctedAt === null;
}

const certifiedShare = 0.8;

/** Playback at this speed takes the least time. */
const fastestRate = 3;

interface CertifiedLesson {
  seconds: number | null;
  watchedSeconds: number;
}

/** Of a lesson whose length is unknown, any part is enough. */
export function isWatched({ seconds, watchedSeconds }: CertifiedLesson): boolean {
  return watchedSeconds > 0 && watchedSeconds >= (seconds ?? 0) * certifiedShare;
}

/**
 * Returns whether a completion is only declared: a lesson was not watched, or less time has passed since the first
 * access than watching takes, as what was watched is reported by the player. Such a completion gets no new certificate.
 */
export function isDeclared(
  lessons: readonly CertifiedLesson[],
  { firstAccess, now }: { firstAccess: Date | undefined; now: Date },
): boolean {
  if (lessons.length === 0 || !firstAccess || !lessons.every(isWatched)) return true;
  const needed = lessons.reduce((sum, { seconds }) => sum + (seconds ?? 0) * certifiedShare, 0) / fastestRate;
  return (now.getTime() - firstAccess.getTime()) / 1000 < needed;
}
