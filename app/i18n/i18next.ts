import { createInstance, type i18n } from "i18next";
import { defaultLocale, type Locale, locales } from "./languages";
import type { Catalogue } from "./message-key";

/** Returns an i18next instance for one language; texts that it lacks are Portuguese. React escapes the texts. */
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
