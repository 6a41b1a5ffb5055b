export const locales = ["pt", "en"] as const;
export type Locale = (typeof locales)[number];

export const defaultLocale: Locale = "pt";

/** Creator and admin screens are Portuguese only (product.md, Languages and currencies); the creator's registration is not. */
const portugueseOnly = /^\/(creator(?!-register)|admin)(?:[/-]|$)/;

/** Whether a path has its screen in both languages. */
export function isBilingual(path: string): boolean {
  return !portugueseOnly.test(path);
}

/**
 * Decides a page's language (design.md, decision 10): `?lng=en` where the screen is bilingual, else Portuguese.
 * Nothing is stored and the browser's wishes are not asked.
 */
export function decideLocale(url: { pathname: string; searchParams: URLSearchParams }): Locale {
  return url.searchParams.get("lng") === "en" && isBilingual(url.pathname) ? "en" : defaultLocale;
}

/** A Portuguese screen between bilingual ones: its address carries the language on to the screens after it. */
const passesOn = /^\/creator-login$/;

function carriesLanguage(path: string): boolean {
  return isBilingual(path) || passesOn.test(path);
}

/**
 * Returns the language of the links and redirects of a page: its own, or on a Portuguese screen that passes the language on,
 * that of the screens around it.
 */
export function decideLinkLocale(url: { pathname: string; searchParams: URLSearchParams }): Locale {
  return url.searchParams.get("lng") === "en" && carriesLanguage(url.pathname) ? "en" : defaultLocale;
}

/**
 * Returns a path of ours with the language kept: `lng=en` is added to addresses that carry it, others are unchanged.
 * `path`: with optional query and hash.
 */
export function localizePath(path: string, locale: Locale): string {
  const url = new URL(path, "http://sabia.invalid");
  if (locale === "en" && carriesLanguage(url.pathname)) url.searchParams.set("lng", "en");
  return url.pathname + url.search + url.hash;
}
