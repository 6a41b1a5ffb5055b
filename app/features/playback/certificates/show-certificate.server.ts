import { findFullName } from "~/features/accounts/accounts/accounts.queries.server";
import type { PdfBlock, PdfHead } from "~/features/base/documents/pdf-document";
import { formatDay } from "~/features/base/form-fields/dates";
import { shortDuration } from "~/features/videos/listing/duration";
import { serverTexts } from "~/i18n/i18next.server";
import { type Locale, languages } from "~/i18n/languages";
import type { Db } from "~/platform/db.server";
import type { Services } from "~/platform/services";
import { addressKey, type LimitRule } from "~/platform/try-counter.server";
import {
  certificatePath,
  mayCorrectName,
  readCertificateCode,
  writeCertificateCode,
} from "./certificate-rules";
import {
  type CertificateRow,
  findCertificate,
  findCertificateOfSale,
  findCertifyingCourse,
  findOwnCertificate,
  type Owner,
} from "./certificates.queries.server";
import { findCompletion } from "./issue-certificate.server";

/** A certificate in the language of the page: the same on the page of its owner, the public one and in the document. */
export interface CertificateView {
  name: string;
  course: string;
  code: string;
  /** The public page's path. */
  path: string;
  /** What the person did with the course: completed it, or declared so. */
  completed: string;
  facts: (readonly [name: string, value: string])[];
  /** That it is no diploma. */
  note: string;
}

export function showCertificate(
  { code, name, course_title, creator_name, seconds, finished_at, declared }: CertificateRow,
  locale: Locale,
): CertificateView {
  const t = serverTexts[locale];
  return {
    name,
    course: course_title,
    code: writeCertificateCode(code),
    path: certificatePath(code),
    completed: t(declared ? "certificate.declared" : "certificate.completed"),
    facts: [
      [t("certificate.by"), creator_name] as const,
      // Lengths of videos on other sites may be unknown.
      ...(seconds > 0 ? [[t("certificate.hours"), shortDuration(seconds)] as const] : []),
      [t("certificate.date"), formatDay(finished_at, locale)] as const,
      [
        t("certificate.basis"),
        t(declared ? "certificate.basisDeclared" : "certificate.basisWatched"),
      ] as const,
      [t("certificate.code"), writeCertificateCode(code)] as const,
    ],
    note: t("certificate.note"),
  };
}

/** Returns a certificate as a document: one framed page in landscape. */
export function describeCertificate(
  { name, course, path, completed, facts, note }: CertificateView,
  { locale, issuer, appUrl }: { locale: Locale; issuer: string; appUrl: string },
): { head: PdfHead; blocks: PdfBlock[] } {
  const t = serverTexts[locale];
  return {
    head: {
      title: t("certificate.title"),
      language: languages[locale].tag,
      issuer,
      pageLabel: t("receipt.page"),
      framed: true,
    },
    blocks: [
      { kind: "text", text: t("certificate.statement") },
      { kind: "large", text: name },
      { kind: "text", text: completed },
      { kind: "large", text: course },
      { kind: "facts", rows: [...facts, [t("certificate.check"), appUrl + path]] },
      { kind: "text", text: note },
    ],
  };
}

/** Codes that are looked up from one address: a company or a school may share it. */
export const certificateProofLimit: LimitRule = { name: "certificate", tries: 60, seconds: 60 };

type Proof =
  | { state: "valid"; certificate: CertificateView }
  /** `ended`: the person has the course no more. Says nothing about them. */
  | { state: "ended" | "unknown" }
  | { state: "tooMany"; retryAfterSeconds: number };

/** Looks up what a code proves, for everybody. */
export async function proveCertificate(
  { db, rateLimits }: Pick<Services, "db" | "rateLimits">,
  typed: string | undefined,
  { clientAddress, locale }: { clientAddress: string; locale: Locale },
): Promise<Proof> {
  const code = readCertificateCode(typed);
  if (!code) return { state: "unknown" };
  const taken = await rateLimits.take(certificateProofLimit, addressKey(clientAddress));
  if (!taken.ok) return { state: "tooMany", retryAfterSeconds: taken.retryAfterSeconds };
  const found = await findCertificate(db, code);
  if (!found) return { state: "unknown" };
  return found.is_valid
    ? { state: "valid", certificate: showCertificate(found, locale) }
    : { state: "ended" };
}

export type OwnCertificateView =
  /** `declared`: it says that the completion is declared. `mayConfirm`: it does, and the lessons were watched since. */
  | {
      state: "issued";
      certificate: CertificateView;
      mayCorrect: boolean;
      mayConfirm: boolean;
      declared: boolean;
    }
  | { state: "ready"; course: string; name: string; declared: boolean }
  | { state: "unfinished"; course: string; done: number; all: number };

/** Shows a person's certificate of a course, or what is missing for it; undefined where they get none. */
export async function showOwnCertificate(
  db: Db,
  owner: Owner,
  locale: Locale,
  now: Date,
): Promise<OwnCertificateView | undefined> {
  const issued = await findOwnCertificate(db, owner);
  if (issued) {
    const mayCorrect = mayCorrectName({ isValid: true, correctedAt: issued.corrected_at });
    const completion = issued.declared ? await findCompletion(db, owner, now) : undefined;
    const mayConfirm = completion?.finishedAt !== null && completion?.declared === false;
    return {
      state: "issued",
      certificate: showCertificate(issued, locale),
      mayCorrect,
      mayConfirm,
      declared: issued.declared && !mayConfirm,
    };
  }
  const course = await findCertifyingCourse(db, owner);
  if (!course) return undefined;
  const [{ finishedAt, done, all, declared }, name] = await Promise.all([
    findCompletion(db, owner, now),
    findFullName(db, owner.userId),
  ]);
  if (!finishedAt) return { state: "unfinished", course: course.title, done, all };
  return { state: "ready", course: course.title, name: name ?? "", declared };
}

/** Returns a person's issued certificate, of a course or of the course that their purchase names. */
export async function findIssuedCertificate(
  db: Db,
  { userId, ...of }: { userId: string } & ({ courseId: string } | { saleId: string }),
  locale: Locale,
): Promise<CertificateView | undefined> {
  const found =
    "courseId" in of
      ? await findOwnCertificate(db, { userId, ...of })
      : await findCertificateOfSale(db, { userId, ...of });
  return found && showCertificate(found, locale);
}
