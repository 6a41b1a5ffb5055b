import type { MetaDescriptor } from "@remix-run/node";
import { brandName } from "~/brand";
import type { Locale } from "./languages";
import { creatorTitles as en } from "./locales/en/creator-titles";
import { type CreatorTitles, creatorTitles as pt } from "./locales/pt/creator-titles";
import { decideLocale } from "./page-language";

/** `meta` runs outside React, before the texts of a page are loaded. */
const titles: Record<Locale, CreatorTitles> = { pt, en };

export function creatorTitle(
  { location }: { location: { pathname: string; search: string } },
  title: keyof CreatorTitles,
): MetaDescriptor[] {
  const { pathname, search } = location;
  const locale = decideLocale({ pathname, searchParams: new URLSearchParams(search) });
  return [{ title: `${titles[locale][title]} · ${brandName}` }];
}
