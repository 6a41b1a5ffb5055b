import { defaultLocale, type Locale, parseLocale } from "./languages";

/** The default language is not named in an address. */
const parameter = "lng";

type Address = Pick<URL, "pathname" | "searchParams">;

/** The administrators' pages are Portuguese only (product.md, Languages and currencies). */
const portugueseOnly = /^\/admin(?:[/-]|$)/;

export function isTranslated(path: string): boolean {
  return !portugueseOnly.test(path);
}

function named({ searchParams }: Address): Locale {
  return parseLocale(searchParams.get(parameter));
}

/** The address's on a translated page, else Portuguese. Cookies and Accept-Language are ignored. */
export function decideLocale(url: Address): Locale {
  return isTranslated(url.pathname) ? named(url) : defaultLocale;
}

/** `path`: ours, with optional query. */
export function localeOfPath(path: string): Locale {
  return isPlain(path) ? defaultLocale : decideLocale(parsePath(path));
}

/** Adds `lng` to our paths that are translated. `path`: with optional query and hash. */
export function localizePath(path: string, locale: Locale): string {
  if (locale === defaultLocale && isPlain(path)) return path;
  const url = parsePath(path);
  if (locale !== defaultLocale && isTranslated(url.pathname)) url.searchParams.set(parameter, locale);
  return url.pathname + url.search + url.hash;
}

export function withoutLanguage(path: string): string {
  const url = parsePath(path);
  url.searchParams.delete(parameter);
  return url.pathname + url.search + url.hash;
}

/** Keeps the language in a form with method GET; undefined where it needs no field. */
export function languageField(locale: Locale): { name: string; value: string } | undefined {
  return locale === defaultLocale ? undefined : { name: parameter, value: locale };
}

/** Names no language and is written as `URL` would write it: most links of a page. */
function isPlain(path: string): boolean {
  return /^(?:\/[\w-]+)+$/.test(path) || path === "/";
}

function parsePath(path: string): URL {
  return new URL(path, "http://sabia.invalid");
}
