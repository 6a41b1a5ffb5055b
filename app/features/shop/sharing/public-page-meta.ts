import type { MetaDescriptor } from "@remix-run/node";
import { brandName } from "~/brand";
import { metaText } from "~/i18n/meta-text";
import { decideLocale, isTranslated, localizePath } from "~/i18n/page-language";
import { type TitleKey, titlesIn } from "~/i18n/page-titles";
import { openGraph } from "./open-graph";

interface MetaContext {
  location: { pathname: string; search: string };
  matches: { id: string; data?: unknown }[];
}

/**
 * Returns the title, the description and the Open Graph tags of a public page without a subject of its own.
 * @param context the arguments of Remix's `meta`
 */
export function publicPageMeta(
  { location, matches }: MetaContext,
  title: TitleKey,
  description: TitleKey,
): MetaDescriptor[] {
  const { locale, inLanguage } = pageLanguage(location);
  return [
    ...metaText(location, title, description),
    ...openGraph({
      appUrl: siteOrigin(matches),
      siteName: brandName,
      path: inLanguage(location.pathname),
      locale,
      bilingual: isTranslated(location.pathname),
      title: titlesIn(locale)[title],
      description: titlesIn(locale)[description],
      type: "website",
    }),
  ];
}

/** Returns what a page's own `meta` needs of its language: the code, links kept in it, and the marketplace's name. */
export function pageLanguage({ pathname, search }: MetaContext["location"]) {
  const locale = decideLocale({ pathname, searchParams: new URLSearchParams(search) });
  return {
    locale,
    inLanguage: (path: string) => localizePath(path, locale),
    shopTitle: titlesIn(locale).marketplace,
  };
}

/** Returns the site's origin as the root loader has it. */
function siteOrigin(matches: MetaContext["matches"]): string {
  const root = matches.find(({ id }) => id === "root")?.data as { appUrl: string } | undefined;
  return root?.appUrl ?? "";
}
