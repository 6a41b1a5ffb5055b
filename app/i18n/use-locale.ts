import { useLocation } from "@remix-run/react";
import { decideLocale, isBilingual, type Locale, localizePath } from "./locale";
import { type Text, usePageTexts } from "./texts";

export type { Text } from "./texts";

/** The language of this page, from its address; the server decides by the same rule. */
export function useLocale(): Locale {
  const { pathname, search } = useLocation();
  return decideLocale({ pathname, searchParams: new URLSearchParams(search) });
}

/** Makes links that keep the language; one that leads to another language's screen loads it anew. */
export function useLinkTo(): (path: string) => { to: string; reloadDocument: boolean } {
  const locale = useLocale();
  return (path) => ({
    to: localizePath(path, locale),
    reloadDocument: locale === "en" && !isBilingual(new URL(path, "http://sabia.invalid").pathname),
  });
}

/** Looks texts up in this page's catalogue, by keys that the compiler knows. */
export function useText(): Text {
  return usePageTexts().text;
}
