import { formatDay } from "~/features/base/form-fields/dates";
import { shortDuration } from "~/features/videos/listing/duration";
import { serverTexts } from "~/i18n/i18next.server";
import type { Locale } from "~/i18n/languages";
import { certificatePath, writeCertificateCode } from "./certificate-code";
import type { CertificateRow } from "./certificates.queries.server";

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
