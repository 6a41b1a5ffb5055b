import type { MetaDescriptor } from "@remix-run/node";
import { brandName } from "~/brand";
import type { Locale } from "./languages";
import type { titles as pt } from "./locales/pt/everywhere";
import { decideLocale } from "./page-language";

export type TitleKey = keyof typeof pt;
export type PageTitles = Readonly<Record<TitleKey, string>>;

/** The server has both languages. A browser loads those of its document, before any page is shown. */
const known: Partial<Record<Locale, PageTitles>> = {};

export function keepTitles(locale: Locale, titles: PageTitles) {
  known[locale] = titles;
}

/** In a browser, those of its document: a change of language reloads it. Throws if none are loaded. */
export function titlesIn(locale: Locale): PageTitles {
  const titles = known[locale] ?? Object.values(known)[0];
  if (!titles) throw new Error("no page titles are loaded");
  return titles;
}

/** For `meta`, which runs outside React and knows only the URL. */
export function metaText(
  location: { pathname: string; search: string },
  title: TitleKey,
  description?: TitleKey,
): MetaDescriptor[] {
  const locale = decideLocale({
    pathname: location.pathname,
    searchParams: new URLSearchParams(location.search),
  });
  const texts = titlesIn(locale);
  const meta: MetaDescriptor[] = [{ title: `${texts[title]} · ${brandName}` }];
  if (description) meta.push({ name: "description", content: texts[description] });
  return meta;
}
