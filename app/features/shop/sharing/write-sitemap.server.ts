import { videoPath } from "~/features/videos/listing/video-address";
import { describePreview, type PreviewRow, showPreview } from "~/features/videos/media/preview-columns";
import type { Db } from "~/platform/db.server";
import { type VideoPictureFacts, videoPicturePath } from "./draw-share-picture.server";
import { summarize } from "./open-graph";
import { listSitemapCreators, listSitemapVideos } from "./sitemap.queries.server";
import { type IdRange, type SitemapPage, sitemapEnd, sitemapEntries, sitemapStart } from "./sitemap-xml";

type PreviewedVideo = PreviewRow & VideoPictureFacts & { description: string; published_at: Date | null };

/** Google's limit of `video:title`, in characters. */
const longestTitle = 100;

/** Returns undefined without a preview. Nothing in it is about the whole video's file. */
function describeSitemapPreview(appUrl: string, video: PreviewedVideo): SitemapPage["preview"] {
  const shown = showPreview(video);
  const preview = shown && describePreview(shown, video.published_at);
  if (!preview) return undefined;
  return {
    title: video.title.slice(0, longestTitle),
    description: summarize(video.description),
    picture: appUrl + videoPicturePath(video),
    address: new URL(preview.address, appUrl).href,
    isPlayer: shown.kind === "youtube",
    durationSeconds: preview.durationSeconds,
  };
}

/** Returns absolute addresses in each language, the default first. */
type AddressesOf = (path: string) => SitemapPage["addresses"];

interface SitemapContent {
  appUrl: string;
  pages: string[];
  range?: IdRange;
  addressesOf: AddressesOf;
}

/**
 * Writes a sitemap piece by piece, in bounded memory: the given pages, then the videos for sale and the creators whose
 * ids are in the range, if any. The first piece comes after the first query, so that a database failure is known before
 * anything is sent.
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
