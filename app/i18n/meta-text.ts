import type { MetaDescriptor } from "@remix-run/node";
import { brandName } from "~/brand";
import { decideLocale } from "./page-language";
import { type TitleKey, titlesIn } from "./page-titles";

/**
 * Returns a page's title and description for `meta`, which runs outside React and knows only the URL.
 */
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
