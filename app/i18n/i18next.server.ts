import { createInstance, type i18n } from "i18next";
import { RemixI18Next } from "remix-i18next/server";
import { defaultLocale, type Locale, locales, parseLocale } from "./languages";
import { en } from "./locales/en";
import { titles as enTitles } from "./locales/en/everywhere";
import { pt } from "./locales/pt";
import { titles as ptTitles } from "./locales/pt/everywhere";
import type { Catalogue } from "./message-key";
import { decideLocale } from "./page-language";
import { keepTitles } from "./page-titles";
import { fillPlaceholders, type PageTexts, type Text } from "./texts";

export const catalogues: Record<Locale, Catalogue> = { pt, en };

keepTitles("pt", ptTitles);
keepTitles("en", enTitles);

const i18nServer = new RemixI18Next({
  detection: {
    supportedLanguages: [...locales],
    fallbackLanguage: defaultLocale,
    order: ["custom"],
    findLocale: async (request) => decideLocale(new URL(request.url)),
  },
});

/** By `page-language.ts` alone, without cookie or header. */
export async function findLocale(request: Request): Promise<Locale> {
  return parseLocale(await i18nServer.getLocale(request));
}

/** Once per language: an i18next instance costs more than translating a page. Each text is looked up in it once. */
function makeText(locale: Locale): Text {
  const { t } = createI18n(locale, catalogues);
  const known = new Map<string, string>();
  return (key, values) => {
    // As in the browser, all numbers but 1 are many: 0 too, in Portuguese as well.
    const count = values?.count === undefined ? undefined : String(values.count) === "1" ? 1 : 2;
    const form = count === undefined ? key : `${key} ${count}`;
    const text = known.get(form) ?? t(key, { skipInterpolation: true, ...(count && { count }) });
    known.set(form, text);
    return text.includes("{{") ? fillPlaceholders(text, values) : text;
  };
}

export const serverTexts = Object.fromEntries(locales.map((locale) => [locale, makeText(locale)])) as Record<
  Locale,
  Text
>;

export function serverPageTexts(locale: Locale): PageTexts {
  return { locale, text: serverTexts[locale] };
}

/** Texts that a language lacks are Portuguese. React escapes the texts. */
export function createI18n(locale: Locale, catalogues: Record<Locale, Catalogue>): i18n {
  const instance = createInstance();
  instance.init({
    supportedLngs: [...locales],
    fallbackLng: defaultLocale,
    interpolation: { escapeValue: false },
    lng: locale,
    resources: {
      [defaultLocale]: { translation: catalogues[defaultLocale] },
      [locale]: { translation: catalogues[locale] },
    },
    initImmediate: false,
  });
  return instance;
}
