import { randomBytes } from "node:crypto";
import type { VideoFormat } from "~/features/base/files/accepted-files";
import { withoutEnding } from "~/features/base/files/declared-file";
import type { MessageKey } from "~/i18n/message-key";
import { StorageError } from "~/integrations/storage/storage";
import { type Streaming, StreamingError } from "~/integrations/streaming/streaming";
import type { Database, Db } from "~/platform/db.server";
import { isAccountErased, isOutage } from "~/platform/outage.server";
import type { Services } from "~/platform/services";
import { countPublishing, insertVideo, type NewVideo } from "./new-video.queries.server";
import { findPublishRefusal } from "./upload-limits";

/**
 * Refused if the creator has reached a ceiling. `keep`: records more; false if there are too many unpublished ones.
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

/** `{userId}/{timestamp}_{name}`, with the ending of the detected format. `name` must be cleaned. */
export function planVideoKey(creatorId: string, name: string, format: VideoFormat, now: Date): string {
  // Two uploads in the same millisecond must not meet in one key.
  const stamp = `${now.getTime()}-${randomBytes(6).toString("hex")}`;
  return `${creatorId}/${stamp}_${withoutEnding(name)}.${format}`;
}

/**
 * Undefined if the file store delivers new videos. Each video keeps its own delivery, so this may change at any time.
 */
export function deliveryOfNew({
  env,
  streaming,
}: Pick<Services, "env" | "streaming">): Streaming | undefined {
  return env.CLOUDFLARE_STREAM_UPLOADS === "on" ? streaming : undefined;
}

/** A step that failed although the form was right, with its text (product.md, Messages). */
export class PublishFailed extends Error {
  override readonly name = "PublishFailed";
  constructor(
    readonly step: MessageKey,
    cause: unknown,
  ) {
    super(step, { cause });
  }

  /** As far as it helps the creator. The cause itself is logged. */
  get reason(): MessageKey {
    if (this.cause instanceof StreamingError)
      return this.cause.kind === "refused" ? "videos.reasonRefused" : "videos.reasonStreamAway";
    if (this.cause instanceof StorageError)
      return this.cause.reason === "full" ? "videos.reasonFull" : "videos.reasonUnavailable";
    return isOutage(this.cause) ? "creator.reasonDatabase" : "videos.uploadUnknown";
  }
}

/**
 * Returns a handler that throws PublishFailed for errors of the class; others, and an erased account's, unchanged.
 */
export function failAt(step: MessageKey, kind: new (...args: never[]) => Error = StorageError) {
  return (error: unknown): never => {
    throw error instanceof kind && !isAccountErased(error) ? new PublishFailed(step, error) : error;
  };
}
