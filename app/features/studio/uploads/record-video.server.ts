import { randomBytes } from "node:crypto";
import type { VideoFormat } from "~/features/base/files/accepted-files";
import { withoutEnding } from "~/features/base/files/declared-file";
import type { MessageKey } from "~/i18n/message-key";
import type { Database, Db } from "~/platform/db.server";
import { insertVideo, type NewVideo } from "./new-video.queries.server";
import { findPublishRefusal } from "./publish-ceiling";
import { countPublishing } from "./publish-ceiling.queries.server";

/**
 * Records a new video, not yet published, unless its creator has reached a ceiling: then returns what to say. `keep`:
 * what else is recorded of it; false where the creator has too many unpublished ones.
 */
export async function recordVideo(
  db: Database,
  video: NewVideo,
  keep?: (trx: Db, videoId: string) => Promise<boolean>,
): Promise<{ ok: true; videoId: string } | { ok: false; error: MessageKey }> {
  return db
    .transaction()
    .execute(async (trx) => {
      const count = await countPublishing(trx, { creatorId: video.creatorId, now: video.now });
      const error = findPublishRefusal(count, video.videoType !== "youtube");
      if (error) throw new Refused(error);
      const videoId = await insertVideo(trx, video);
      if (keep && !(await keep(trx, videoId))) throw new Refused("drafts.tooMany");
      return { ok: true, videoId } as const;
    })
    .catch((error: unknown) => {
      if (error instanceof Refused) return { ok: false, error: error.key } as const;
      throw error;
    });
}

/** Undoes the transaction. */
class Refused extends Error {
  constructor(readonly key: MessageKey) {
    super(key);
  }
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
