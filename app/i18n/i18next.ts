import { createInstance, type InitOptions, type i18n } from "i18next";
import { defaultLocale, type Locale, locales } from "./locale";
import type { Catalogue } from "./message-key";

/** What the server and remix-i18next both use. React escapes texts itself. */
export const i18nextOptions = {
  supportedLngs: [...locales],
  fallbackLng: defaultLocale,
  interpolation: { escapeValue: false },
} satisfies InitOptions;

/** An i18next with one catalogue, ready at once. */
export function createI18n(locale: Locale, catalogue: Catalogue): i18n {
  const instance = createInstance();
  instance.init({
    ...i18nextOptions,
    lng: locale,
    resources: { [locale]: { translation: catalogue } },
    initImmediate: false,
  });
  return instance;
}
