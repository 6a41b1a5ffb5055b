import { RemixI18Next } from "remix-i18next/server";
import { createI18n } from "./i18next";
import { decideLocale, defaultLocale, type Locale, locales } from "./locale";
import { en } from "./locales/en";
import { pt } from "./locales/pt";
import type { Catalogue } from "./message-key";
import type { Text } from "./texts";

export const catalogues: Record<Locale, Catalogue> = { pt, en };

const i18nServer = new RemixI18Next({
  detection: {
    supportedLanguages: [...locales],
    fallbackLanguage: defaultLocale,
    order: ["custom"],
    findLocale: async (request) => decideLocale(new URL(request.url)),
  },
});

/** Finds the language that a request's page is answered in. Only our own rule decides: no cookie, no header. */
export async function findLocale(request: Request): Promise<Locale> {
  const found = await i18nServer.getLocale(request);
  return locales.find((known) => known === found) ?? defaultLocale;
}

/** Made once: making an i18next costs more than all the texts of a page. */
const instances = { pt: createI18n("pt", pt), en: createI18n("en", en) };

/** What the server reads its texts with, in each language. */
export const serverTexts: Record<Locale, Text> = {
  pt: (key, values) => instances.pt.t(key, { ...values }),
  en: (key, values) => instances.en.t(key, { ...values }),
};
