import { serverTexts } from "~/i18n/i18next.server";
import type { Locale } from "~/i18n/languages";
import { localizePath } from "~/i18n/page-language";
import type { Company } from "~/platform/company";
import { lawPages } from "./law-pages";
import type { LawWords } from "./use-law-words";

/**
 * Returns the words of the footer and of the notes beside buttons. They come with the page, so that no script carries
 * them. `saves`: the viewer may have saved videos, which administrators do not.
 */
export function writeLawWords(company: Company, locale: Locale, { saves = true } = {}): LawWords {
  const text = serverTexts[locale];
  const { name, cnpj, address, supportEmail } = company;
  return {
    pages: [...lawPages, ...(saves ? (["saved"] as const) : [])].map((page) => ({
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
