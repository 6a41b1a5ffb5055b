import { createInstance, type i18n } from "i18next";
import { defaultLocale, type Locale, locales } from "./locale";
import type { Catalogue } from "./message-key";

/** An i18next with one catalogue, ready at once. React escapes texts itself. */
export function createI18n(locale: Locale, catalogue: Catalogue): i18n {
  const instance = createInstance();
  instance.init({
    supportedLngs: [...locales],
    fallbackLng: defaultLocale,
    interpolation: { escapeValue: false },
    lng: locale,
    resources: { [locale]: { translation: catalogue } },
    initImmediate: false,
  });
  return instance;
}
