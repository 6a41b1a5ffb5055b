import type { ResumableWrite } from "~/integrations/storage/storage";
import { isStorageKey } from "~/integrations/storage/storage-key";
import { StreamingError } from "~/integrations/streaming/streaming";
import type { Services } from "~/platform/services";

/** The location of a video's bytes; each video records its own delivery. */
export interface VideoFile {
  video_url?: string | null | undefined;
  cloudflare_video_id?: string | null | undefined;
  write?: ResumableWrite | undefined;
}

/** Returns whether a URL is in our store. A legacy video may be elsewhere, and its file is not ours to remove. */
export function isStored(videoUrl: string | null | undefined): videoUrl is string {
  return typeof videoUrl === "string" && isStorageKey(videoUrl);
}

/**
 * Removes a video's bytes from our store and the streaming service; missing ones count as removed. Throws when either
 * fails, or when the service that has them is not configured.
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
