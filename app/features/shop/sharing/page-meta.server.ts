import { readChapters } from "~/features/videos/lesson-files/chapters";
import { videoPath } from "~/features/videos/listing/video-address";
import type { Locale } from "~/i18n/languages";
import type { Currency } from "~/i18n/money";
import { openGraph, summarize } from "./open-graph";
import {
  breadcrumbData,
  type ClipFacts,
  previewData,
  productData,
  profileData,
} from "./structured-data.server";

interface Shared {
  appUrl: string;
  siteName: string;
  locale: Locale;
  inLanguage: (path: string) => string;
  /** In the page's language. */
  shopTitle: string;
  picturePath: string;
  video: {
    id: string;
    title: string;
    description: string;
    price_cents: number;
    currency: Currency;
    creator_name: string;
    creator_handle?: string | null;
    review_count?: number;
    rating_total?: number;
  };
  /** The public excerpt or trailer. `address`: absolute, or a path of ours. */
  preview?: { address: string; publishedAt: Date | string; durationSeconds?: number | null };
  topic?: { slug: string; name: string };
  /** ISO 639-1. */
  spokenLanguage?: string | undefined;
  /** Undefined while unknown. */
  wholeSeconds?: number | undefined;
}

/** Has only what the video's page shows: nothing says where the whole video is. */
export function salesPageMeta({
  appUrl,
  siteName,
  locale,
  inLanguage,
  shopTitle,
  picturePath,
  video,
  preview,
  topic,
  spokenLanguage,
  wholeSeconds,
}: Shared) {
  const addressOf = (path: string) => appUrl + inLanguage(path);
  const path = inLanguage(videoPath(video));
  const description = summarize(video.description);
  const picture = appUrl + picturePath;
  const price = (video.price_cents / 100).toFixed(2);
  const { review_count: count = 0, rating_total: total = 0 } = video;
  return [
    { title: `${video.title} · ${siteName}` },
    { name: "description", content: description },
    ...openGraph({
      appUrl,
      siteName,
      path,
      locale,
      bilingual: true,
      title: video.title,
      description,
      type: "product",
      picture: { path: picturePath, alt: video.title },
    }),
    { property: "product:price:amount", content: price },
    { property: "product:price:currency", content: video.currency },
    {
      "script:ld+json": productData({
        url: appUrl + path,
        title: video.title,
        description,
        picture,
        priceCents: video.price_cents,
        currency: video.currency,
        creator: {
          name: video.creator_name,
          ...(video.creator_handle && { url: addressOf(`/creators/${video.creator_handle}`) }),
        },
        rating: { count, total },
      }),
    },
    {
      "script:ld+json": breadcrumbData([
        { name: shopTitle, url: addressOf("/marketplace") },
        ...(topic ? [{ name: topic.name, url: addressOf(`/marketplace?topic=${topic.slug}`) }] : []),
        { name: video.title, url: appUrl + path },
      ]),
    },
    ...(preview
      ? [
          {
            "script:ld+json": previewData({
              title: video.title,
              description,
              picture,
              contentUrl: new URL(preview.address, appUrl).href,
              publishedAt: preview.publishedAt,
              durationSeconds: preview.durationSeconds,
              spokenLanguage,
              chapters: listClips(video, { wholeSeconds, watchUrl: addressOf(`/watch/${video.id}`) }),
            }),
          },
        ]
      : []),
  ];
}

/** Lists the chapters in the description; each ends where the next one begins. */
function listClips(
  { description }: { description: string },
  { wholeSeconds, watchUrl }: { wholeSeconds: number | undefined; watchUrl: string },
): ClipFacts[] {
  const read = readChapters(description, wholeSeconds);
  if (!read.ok) return [];
  return read.chapters.map(({ title, seconds }, index, all) => {
    const url = new URL(watchUrl);
    url.searchParams.set("t", String(seconds));
    return { title, from: seconds, to: all[index + 1]?.seconds ?? wholeSeconds, url: url.href };
  });
}

interface SharedCreator {
  appUrl: string;
  siteName: string;
  locale: Locale;
  inLanguage: (path: string) => string;
  /** In the page's language. */
  shopTitle: string;
  picturePath: string;
  creator: { handle: string; full_name: string; bio: string; links: string[]; video_count: number };
}

/**
 * Returns a creator's title, Open Graph and JSON-LD. Without a video for sale, only the creator sees the page: search
 * engines are told to leave it out.
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
