import { defaultLocale, type Locale, parseLocale } from "./languages";

/** An address carries its language here; the default one is not named. */
const parameter = "lng";

type Address = Pick<URL, "pathname" | "searchParams">;

/** The administrators' pages are Portuguese only (product.md, Languages and currencies). */
const portugueseOnly = /^\/admin(?:[/-]|$)/;

/** Whether the page at a path exists in every language. */
export function isTranslated(path: string): boolean {
  return !portugueseOnly.test(path);
}

function named({ searchParams }: Address): Locale {
  return parseLocale(searchParams.get(parameter));
}

/**
 * Returns a page's language: the one that the address names on a translated page, else Portuguese. Cookies and
 * Accept-Language are ignored.
 */
export function decideLocale(url: Address): Locale {
  return isTranslated(url.pathname) ? named(url) : defaultLocale;
}

/** Returns the language of the page at a path of ours, with optional query. */
export function localeOfPath(path: string): Locale {
  return isPlain(path) ? defaultLocale : decideLocale(parsePath(path));
}

/**
 * Adds `lng` to our paths that are translated; others are unchanged, and so are all for the default language. `path`:
 * with optional query and hash.
 */
export function localizePath(path: string, locale: Locale): string {
  if (locale === defaultLocale && isPlain(path)) return path;
  const url = parsePath(path);
  if (locale !== defaultLocale && isTranslated(url.pathname)) url.searchParams.set(parameter, locale);
  return url.pathname + url.search + url.hash;
}

/** Returns a path of ours without its language. */
export function withoutLanguage(path: string): string {
  const url = parsePath(path);
  url.searchParams.delete(parameter);
  return url.pathname + url.search + url.hash;
}

/** Returns the hidden field by which a form with method GET keeps the language; undefined where it needs none. */
export function languageField(locale: Locale): { name: string; value: string } | undefined {
  return locale === defaultLocale ? undefined : { name: parameter, value: locale };
}

/** Whether a path names no language and is written as `URL` would write it: most links of a page. */
function isPlain(path: string): boolean {
  return /^(?:\/[\w-]+)+$/.test(path) || path === "/";
}

function parsePath(path: string): URL {
  return new URL(path, "http://sabia.invalid");
}
