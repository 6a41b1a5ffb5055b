interface Language {
  /** BCP 47: `lang`, `hreflang`, and the payment provider's pages. */
  tag: string;
  name: string;
  short: string;
  /** `og:locale`, with an underscore (ogp.me). */
  ogLocale: string;
  numbers: string;
  /** In place of a price of nothing. */
  free: string;
  dates: {
    locale: string;
    day: Intl.DateTimeFormatOptions;
    dayOfMonth: "2-digit" | "numeric";
  };
}

/** By the code that `?lng` names (docs/decisions/0010). */
export const languages = {
  pt: {
    tag: "pt-BR",
    name: "Português",
    short: "PT",
    ogLocale: "pt_BR",
    numbers: "pt-BR",
    free: "Grátis",
    dates: {
      locale: "pt-BR",
      day: { day: "2-digit", month: "2-digit", year: "numeric" },
      dayOfMonth: "2-digit",
    },
  },
  en: {
    tag: "en",
    name: "English",
    short: "EN",
    ogLocale: "en_US",
    numbers: "en-US",
    free: "Free",
    // British: an American would read 05/12 as a day in May.
    dates: { locale: "en-GB", day: { dateStyle: "medium" }, dayOfMonth: "numeric" },
  },
} as const satisfies Record<string, Language>;

export type Locale = keyof typeof languages;

export const locales = Object.keys(languages) as Locale[];

/** The language of addresses without `?lng`, and the source of all texts. */
export const defaultLocale = "pt" satisfies Locale;

/** The default for any value but a known code. */
export function parseLocale(code: unknown): Locale {
  return locales.find((known) => known === code) ?? defaultLocale;
}
