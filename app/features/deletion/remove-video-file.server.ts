import type { ResumableWrite } from "~/integrations/storage/resumable-writes";
import { isStorageKey } from "~/integrations/storage/storage-key";
import { StreamingError } from "~/integrations/streaming/streaming";
import type { Services } from "~/platform/services";

/** Where a video's bytes are, or were to be: each video remembers its own delivery. */
export interface VideoFile {
  video_url?: string | null | undefined;
  cloudflare_video_id?: string | null | undefined;
  /** What has come of it over many connections. */
  write?: ResumableWrite | undefined;
}

/** Whether an address is a place in our store. A legacy video may be anywhere else: that file is not ours to remove. */
export function isStored(videoUrl: string | null | undefined): videoUrl is string {
  return typeof videoUrl === "string" && isStorageKey(videoUrl);
}

/**
 * Removes a video's bytes, from our store and the streaming service; what is gone already counts as done. Throws when
 * either fails, or when the service that has them is no longer set up.
 */
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
