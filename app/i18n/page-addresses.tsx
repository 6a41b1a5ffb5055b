import { useLocation } from "@remix-run/react";
import { defaultLocale, type Locale, languages, locales } from "./languages";
import { isTranslated, localizePath } from "./page-language";
import { useLocale } from "./use-locale";

interface PageAddresses {
  canonical: string;
  /** One per language and the default; empty for a page in one language. */
  alternates: { hrefLang: string; href: string }[];
}

/** Query parameters that select another page. */
const pageParameters = ["topic", "sort", "after"];

/** Google, "localized versions of your page": each version lists all, itself included. */
export function decidePageAddresses(
  appUrl: string,
  { pathname, search }: { pathname: string; search: string },
  locale: Locale,
): PageAddresses {
  const given = new URLSearchParams(search);
  const kept = new URLSearchParams(
    pageParameters.flatMap((name) => {
      const value = given.get(name);
      return value === null ? [] : [[name, value]];
    }),
  );
  const path = kept.size > 0 ? `${pathname}?${kept}` : pathname;
  const addressIn = (language: Locale) => appUrl + localizePath(path, language);
  return {
    canonical: addressIn(locale),
    alternates: isTranslated(pathname)
      ? [
          ...locales.map((language) => ({ hrefLang: languages[language].tag, href: addressIn(language) })),
          { hrefLang: "x-default", href: addressIn(defaultLocale) },
        ]
      : [],
  };
}

/** In each language of one of our pages, the default first, by BCP 47 tag. */
export function listPageAddresses(appUrl: string, path: string): { language: string; href: string }[] {
  const { canonical, alternates } = decidePageAddresses(appUrl, new URL(path, appUrl), defaultLocale);
  if (alternates.length === 0) return [{ language: languages[defaultLocale].tag, href: canonical }];
  return alternates.flatMap(({ hrefLang, href }) =>
    hrefLang === "x-default" ? [] : [{ language: hrefLang, href }],
  );
}

export function AddressLinks({ appUrl }: { appUrl: string }) {
  const location = useLocation();
  const { canonical, alternates } = decidePageAddresses(appUrl, location, useLocale());
  return (
    <>
      <link rel="canonical" href={canonical} />
      {alternates.map(({ hrefLang, href }) => (
        <link key={hrefLang} rel="alternate" hrefLang={hrefLang} href={href} />
      ))}
    </>
  );
}
