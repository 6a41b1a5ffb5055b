import { findFullName } from "~/features/accounts/accounts/accounts.queries.server";
import type { Locale } from "~/i18n/languages";
import type { Db } from "~/platform/db.server";
import { mayCorrectName } from "./certificate-rules";
import {
  findCertificateOfSale,
  findCertifyingCourse,
  findOwnCertificate,
  type Owner,
} from "./certificates.queries.server";
import { findCompletion } from "./issue-certificate.server";
import { type CertificateView, showCertificate } from "./show-certificate.server";

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
