import { videoPath } from "~/features/videos/listing/video-address";
import type { Db } from "~/platform/db.server";
import { listSitemapCreators, listSitemapVideos } from "./sitemap.queries.server";
import type { IdRange } from "./sitemap-parts";
import { describeSitemapPreview } from "./sitemap-preview.server";
import { type SitemapPage, sitemapEnd, sitemapEntries, sitemapStart } from "./sitemap-xml";

/** Returns the absolute addresses of a path in each language, the default first. */
type AddressesOf = (path: string) => SitemapPage["addresses"];

interface SitemapContent {
  appUrl: string;
  pages: string[];
  range?: IdRange;
  addressesOf: AddressesOf;
}

/**
 * Writes a sitemap piece by piece, in bounded memory: the given pages, then the videos for sale and their creators
 * whose ids are in the range, if there is one. The first piece comes after the first query: a database that is away is
 * known before anything is sent.
 */
export async function* writeSitemap(
  db: Db,
  { appUrl, pages, range, addressesOf }: SitemapContent,
): AsyncGenerator<string> {
  const entriesOf = (path: string, about: Omit<SitemapPage, "addresses"> = {}) =>
    sitemapEntries({ addresses: addressesOf(path), ...about });
  const listVideos = async (after?: string) =>
    range ? listSitemapVideos(db, { after: after ?? range.first, last: range.last }) : [];
  const listCreators = async (after?: string) =>
    range ? listSitemapCreators(db, { after: after ?? range.first, last: range.last }) : [];
  let videos = await listVideos();
  yield sitemapStart + pages.map((path) => entriesOf(path)).join("");
  while (videos.length > 0) {
    yield videos
      .map((video) =>
        entriesOf(videoPath(video), {
          changed: video.content_updated_at ?? video.published_at,
          preview: describeSitemapPreview(appUrl, video),
        }),
      )
      .join("");
    videos = await listVideos(videos.at(-1)?.id);
  }
  let creators = await listCreators();
  while (creators.length > 0) {
    yield creators.map(({ handle }) => entriesOf(`/creators/${handle}`)).join("");
    creators = await listCreators(creators.at(-1)?.id);
  }
  yield sitemapEnd;
}
