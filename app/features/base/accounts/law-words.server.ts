import { serverTexts } from "~/i18n/i18next.server";
import type { Locale } from "~/i18n/languages";
import { localizePath } from "~/i18n/page-language";
import type { Company } from "~/platform/company";
import { lawPages, termsVersion } from "./law-pages";
import type { TermsQuestion } from "./terms";
import type { LawWords } from "./use-root-data";

/** Of the footer and the notes beside buttons. Sent with the page, so that no script carries them. */
export function writeLawWords(company: Company, locale: Locale): LawWords {
  const text = serverTexts[locale];
  const { name, cnpj, address, supportEmail } = company;
  return {
    pages: lawPages.map((page) => ({
      label: text(`law.${page}`),
      to: localizePath(`/${page}`, locale),
    })),
    company: [name, cnpj && `CNPJ ${cnpj}`, address].filter((fact) => fact !== undefined).join(" · "),
    email: supportEmail ?? "",
    signup: text("law.signingUpAccepts"),
    buying: text("law.buyingAccepts"),
    and: text("law.andThe"),
    withdrawal: text("law.withdrawal"),
  };
}

/** Returns the notice for a person who has not accepted the current terms. Sent with the page. */
export function askForTerms(
  viewer: { acceptedTerms: readonly string[] } | undefined,
  locale: Locale,
): TermsQuestion | null {
  if (!viewer || viewer.acceptedTerms.includes(termsVersion)) return null;
  const text = serverTexts[locale];
  return {
    text: text(viewer.acceptedTerms.length > 0 ? "law.changed" : "law.first"),
    read: text("law.read"),
    readAt: localizePath("/terms", locale),
    accept: text("law.accept"),
    acceptAt: localizePath("/account/terms", locale),
  };
}
