import type { MetaDescriptor } from "@remix-run/node";
import { brandName } from "~/brand";
import { type Locale, languages, locales } from "~/i18n/languages";
import { decideLocale, isTranslated, localizePath } from "~/i18n/page-language";
import { metaText, type TitleKey, titlesIn } from "~/i18n/page-titles";

/** In pixels: the ratio that Open Graph consumers crop least (1.91:1). */
export const sharePictureWidth = 1200;
export const sharePictureHeight = 630;

/** In bytes: WhatsApp leaves out pictures over about 300 KB. */
export const sharePictureMaxBytes = 250_000;

/** In `public/`, for pages without a picture of their own. */
const defaultPicture = "/share.jpg";

export interface SharedPage {
  /** Such as "https://sabia.example". */
  appUrl: string;
  siteName: string;
  /** Canonical path, with the query that belongs to it. */
  path: string;
  locale: Locale;
  /** The page exists in both languages. */
  bilingual: boolean;
  title: string;
  description: string;
  type: "website" | "product" | "profile";
  /** Path of a JPEG of 1200 × 630; the site's own picture by default. */
  picture?: { path: string; alt: string };
}

/** Returns Open Graph (ogp.me) and Twitter tags. */
export function openGraph({
  appUrl,
  siteName,
  path,
  locale,
  bilingual,
  title,
  description,
  type,
  picture = { path: defaultPicture, alt: siteName },
}: SharedPage) {
  const others = locales.filter((other) => bilingual && other !== locale);
  return [
    { property: "og:type", content: type },
    { property: "og:site_name", content: siteName },
    { property: "og:url", content: appUrl + path },
    { property: "og:title", content: title },
    { property: "og:description", content: description },
    { property: "og:locale", content: languages[locale].ogLocale },
    ...others.map((other) => ({ property: "og:locale:alternate", content: languages[other].ogLocale })),
    { property: "og:image", content: appUrl + picture.path },
    { property: "og:image:type", content: "image/jpeg" },
    { property: "og:image:width", content: String(sharePictureWidth) },
    { property: "og:image:height", content: String(sharePictureHeight) },
    { property: "og:image:alt", content: picture.alt },
    { name: "twitter:card", content: "summary_large_image" },
  ];
}

/** Maximum characters that search engines and messengers show. */
const longestDescription = 200;

/** Returns a text as one line of at most 200 characters, cut between words. */
export function summarize(text: string): string {
  const line = text.replace(/\s+/g, " ").trim();
  if (line.length <= longestDescription) return line;
  const cut = line.slice(0, longestDescription);
  const end = cut.lastIndexOf(" ");
  return `${cut.slice(0, end > longestDescription / 2 ? end : longestDescription - 1).trimEnd()}…`;
}

interface MetaContext {
  location: { pathname: string; search: string };
  matches: { id: string; data?: unknown }[];
}

/** For pages without a subject of their own. `context`: the arguments of Remix's `meta`. */
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

export function pageLanguage({ pathname, search }: MetaContext["location"]) {
  const locale = decideLocale({ pathname, searchParams: new URLSearchParams(search) });
  return {
    locale,
    inLanguage: (path: string) => localizePath(path, locale),
    shopTitle: titlesIn(locale).marketplace,
  };
}

function siteOrigin(matches: MetaContext["matches"]): string {
  const root = matches.find(({ id }) => id === "root")?.data as { appUrl: string } | undefined;
  return root?.appUrl ?? "";
}
