import { useLocation } from "@remix-run/react";
import { decideLinkLocale, decideLocale, type Locale, localizePath } from "./locale";
import { type Text, usePageTexts } from "./texts";

export type { Text } from "./texts";

/** The language of this page, from its address; the server decides by the same rule. */
export function useLocale(): Locale {
  const { pathname, search } = useLocation();
  return decideLocale({ pathname, searchParams: new URLSearchParams(search) });
}

/** Returns a function that makes links that keep the language. A link to a screen in another language reloads the document. */
export function useLinkTo(): (path: string) => { to: string; reloadDocument: boolean } {
  const shown = useLocale();
  const { pathname, search } = useLocation();
  const kept = decideLinkLocale({ pathname, searchParams: new URLSearchParams(search) });
  return (path) => {
    const to = localizePath(path, kept);
    return { to, reloadDocument: decideLocale(new URL(to, "http://sabia.invalid")) !== shown };
  };
}

/** Looks texts up in this page's catalogue, by keys that the compiler knows. */
export function useText(): Text {
  return usePageTexts().text;
}
