import type { ResumableWrite } from "~/integrations/storage/storage";
import { isStorageKey } from "~/integrations/storage/storage-key";
import { StreamingError } from "~/integrations/streaming/streaming";
import type { Services } from "~/platform/services";
import { tryEach } from "~/platform/try-each";
import { postponeRemoval } from "./delete-video.queries.server";

export interface VideoFile {
  video_url?: string | null | undefined;
  cloudflare_video_id?: string | null | undefined;
  write?: ResumableWrite | undefined;
}

/** A legacy video may be elsewhere, and its file is not ours to remove. */
function isStored(videoUrl: string | null | undefined): videoUrl is string {
  return typeof videoUrl === "string" && isStorageKey(videoUrl);
}

/** Missing files count as removed. Throws when store or service fails, or when the service is not configured. */
export async function removeVideoFile(
  { storage, streaming }: Pick<Services, "storage" | "streaming">,
  { video_url, cloudflare_video_id, write }: VideoFile,
): Promise<void> {
  if (write) await storage.resumable.abandon(write);
  if (isStored(video_url)) await storage.remove(video_url);
  if (!cloudflare_video_id) return;
  if (!streaming) throw new StreamingError("a video is at a streaming service that is not set up", "refused");
  await streaming.remove(cloudflare_video_id);
}

/**
 * After a failed removal: it may have failed before, or only its answer was lost. `unknown` if the store cannot say
 * now.
 */
export async function findFileLeft(
  { storage, streaming }: Pick<Services, "storage" | "streaming">,
  { video_url, cloudflare_video_id }: VideoFile,
): Promise<"there" | "gone" | "unknown"> {
  try {
    // Without the service nobody could even request the removal.
    if (cloudflare_video_id && (!streaming || (await streaming.find(cloudflare_video_id)))) return "there";
    return isStored(video_url) && (await storage.find(video_url)) ? "there" : "gone";
  } catch {
    return "unknown";
  }
}

/** Of a round, in milliseconds: an unavailable store fails slowly, and mail waits behind it. */
const roundMs = 5 * 60_000;

/**
 * A failing removal is logged and requeued last, so that the next round starts with others. Throws the first failure
 * at the end.
 */
export async function removeRound<Video extends { id: string }>(
  { db, log }: Pick<Services, "db" | "log">,
  videos: readonly Video[],
  { dueBefore, remove }: { dueBefore: Date; remove: (video: Video) => Promise<void> },
): Promise<void> {
  await tryEach(videos, remove, {
    maxMs: roundMs,
    onFailure: async (error, { id: videoId }) => {
      log.error({ err: error, videoId }, "what is left of a video could not be removed");
      await postponeRemoval(db, { videoId, dueBefore }).catch((failure: unknown) =>
        log.error({ err: failure, videoId }, "a removal could not be postponed"),
      );
    },
  });
}
