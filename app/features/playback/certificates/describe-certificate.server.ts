import type { PdfBlock, PdfHead } from "~/features/base/documents/pdf-document";
import { serverTexts } from "~/i18n/i18next.server";
import { type Locale, languages } from "~/i18n/languages";
import type { CertificateView } from "./show-certificate.server";

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
