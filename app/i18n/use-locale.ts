import { useLocation } from "@remix-run/react";
import type { Locale } from "./languages";
import { decideLocale, localeOfPath, localizePath } from "./page-language";
import { type Text, usePageTexts } from "./texts";

export type { Text } from "./texts";

/** The page's language, by the same rule as on the server. */
export function useLocale(): Locale {
  const { pathname, search } = useLocation();
  return decideLocale({ pathname, searchParams: new URLSearchParams(search) });
}

/** Returns a function for links that keep the language. A link to a page in another language reloads the document. */
export function useLinkTo(): (path: string) => { to: string; reloadDocument: boolean } {
  const shown = useLocale();
  return (path) => {
    const to = localizePath(path, shown);
    return { to, reloadDocument: localeOfPath(to) !== shown };
  };
}

export function useText(): Text {
  return usePageTexts().text;
}
