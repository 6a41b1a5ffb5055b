import { useLocation } from "@remix-run/react";
import type { Locale } from "./languages";
import { decideLocale, localeOfPath, localizePath } from "./page-language";
import { type Text, usePageTexts } from "./texts";

export type { Text } from "./texts";

export function useLocale(): Locale {
  const { pathname, search } = useLocation();
  return decideLocale({ pathname, searchParams: new URLSearchParams(search) });
}

/** Links keep the language; one to a page in another language reloads the document. */
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
