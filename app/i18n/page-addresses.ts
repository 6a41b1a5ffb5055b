import { isBilingual, type Locale, localizePath } from "./locale";

/** The same screen's addresses, as search engines are to know it. */
export interface PageAddresses {
  canonical: string;
  /** One link for each language, and the one for everybody else; none where there is one language only. */
  alternates: { hrefLang: "pt-BR" | "en" | "x-default"; href: string }[];
}

/** What of the query makes another page of a screen; what is typed, or secret, does not. */
const telling = ["after"];

/**
 * Decides which addresses a page names for itself (Google's "localized versions of your page": each version names all,
 * itself included). Takes our own address, such as "https://sabia.example", the page's path and query, its language.
 */
export function decidePageAddresses(
  appUrl: string,
  { pathname, search }: { pathname: string; search: string },
  locale: Locale,
): PageAddresses {
  const given = new URLSearchParams(search);
  const kept = new URLSearchParams(
    telling.flatMap((name) => {
      const value = given.get(name);
      return value === null ? [] : [[name, value]];
    }),
  );
  const path = kept.size > 0 ? `${pathname}?${kept}` : pathname;
  const addressIn = (language: Locale) => appUrl + localizePath(path, language);
  return {
    canonical: addressIn(locale),
    alternates: isBilingual(pathname)
      ? [
          { hrefLang: "pt-BR", href: addressIn("pt") },
          { hrefLang: "en", href: addressIn("en") },
          { hrefLang: "x-default", href: addressIn("pt") },
        ]
      : [],
  };
}
