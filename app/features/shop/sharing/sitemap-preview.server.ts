import { describePreview, type PreviewRow, showPreview } from "~/features/videos/previews/public-preview";
import { summarize } from "./open-graph";
import { type VideoPictureFacts, videoPicturePath } from "./share-picture-path.server";
import type { SitemapPage } from "./sitemap-xml";

type PreviewedVideo = PreviewRow & VideoPictureFacts & { description: string; published_at: Date | null };

/** Google's longest `video:title`, in characters. */
const longestTitle = 100;

/**
 * Returns a video's public preview for the sitemap, undefined if it has none. Nothing in it is about the whole video's
 * file.
 * `appUrl`: the origin of the site.
 */
export function describeSitemapPreview(appUrl: string, video: PreviewedVideo): SitemapPage["preview"] {
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
