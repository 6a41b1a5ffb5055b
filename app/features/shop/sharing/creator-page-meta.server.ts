import type { Locale } from "~/i18n/languages";
import { openGraph, summarize } from "./open-graph";
import { breadcrumbData, profileData } from "./structured-data.server";

interface SharedCreator {
  appUrl: string;
  siteName: string;
  locale: Locale;
  inLanguage: (path: string) => string;
  /** The marketplace's name in the page's language. */
  shopTitle: string;
  picturePath: string;
  creator: { handle: string; full_name: string; bio: string; links: string[]; video_count: number };
}

/**
 * Returns what a creator's public page tells search engines and messengers. A page that its creator alone sees, without
 * a video for sale, is kept out of search.
 */
export function creatorPageMeta({
  appUrl,
  siteName,
  locale,
  inLanguage,
  shopTitle,
  picturePath,
  creator,
}: SharedCreator) {
  const path = inLanguage(`/creators/${creator.handle}`);
  const description = summarize(creator.bio) || `${creator.full_name} · ${siteName}`;
  const title = { title: `${creator.full_name} · ${siteName}` };
  if (creator.video_count === 0) return [title, { name: "robots", content: "noindex" }];
  return [
    title,
    { name: "description", content: description },
    ...openGraph({
      appUrl,
      siteName,
      path,
      locale,
      bilingual: true,
      title: creator.full_name,
      description,
      type: "profile",
      picture: { path: picturePath, alt: creator.full_name },
    }),
    {
      "script:ld+json": profileData({
        name: creator.full_name,
        url: appUrl + path,
        bio: summarize(creator.bio),
        picture: appUrl + picturePath,
        links: creator.links,
      }),
    },
    {
      "script:ld+json": breadcrumbData([
        { name: shopTitle, url: appUrl + inLanguage("/marketplace") },
        { name: creator.full_name, url: appUrl + path },
      ]),
    },
  ];
}
