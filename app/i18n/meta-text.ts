import type { MetaDescriptor } from "@remix-run/node";
import { brandName } from "~/brand";
import { decideLocale } from "./locale";
import { titles } from "./page-titles";

type TitleKey = keyof (typeof titles)["pt"];

/**
 * The title and description of a page, for `meta`, which runs outside React and knows only the address.
 * Only these few texts are in both languages at once.
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
  const texts = titles[locale];
  const meta: MetaDescriptor[] = [{ title: `${texts[title]} · ${brandName}` }];
  if (description) meta.push({ name: "description", content: texts[description] });
  return meta;
}
