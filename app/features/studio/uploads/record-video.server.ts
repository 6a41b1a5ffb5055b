import { randomBytes } from "node:crypto";
import type { VideoFormat } from "~/features/base/files/accepted-files";
import { withoutEnding } from "~/features/base/files/declared-file";
import type { MessageKey } from "~/i18n/message-key";
import type { Database } from "~/platform/db.server";
import { insertVideo, type NewVideo } from "./new-video.queries.server";
import { findPublishRefusal } from "./publish-ceiling";
import { countPublishing } from "./publish-ceiling.queries.server";

/**
 * Records a new video, not yet published, unless its creator has reached a ceiling: then returns what to say.
 * `replaced`: an unpublished one that ends for it, and does not count.
 */
export async function recordVideo(
  db: Database,
  { replaced, ...video }: NewVideo & { replaced?: string | undefined },
): Promise<{ ok: true; videoId: string } | { ok: false; error: MessageKey }> {
  return db.transaction().execute(async (trx) => {
    const count = await countPublishing(trx, { creatorId: video.creatorId, replaced, now: video.now });
    const error = findPublishRefusal(count, video.videoType !== "youtube");
    if (error) return { ok: false, error };
    return { ok: true, videoId: await insertVideo(trx, video) };
  });
}

/**
 * Returns where a video's file will be stored: `{userId}/{timestamp}_{name}`. The extension follows the detected
 * format, not the file's own. `name` must be cleaned.
 */
export function planVideoKey(creatorId: string, name: string, format: VideoFormat, now: Date): string {
  // Two uploads in the same millisecond must not meet in one key.
  const stamp = `${now.getTime()}-${randomBytes(6).toString("hex")}`;
  return `${creatorId}/${stamp}_${withoutEnding(name)}.${format}`;
}
