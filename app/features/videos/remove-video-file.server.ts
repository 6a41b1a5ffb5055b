import type { ResumableWrite } from "~/integrations/storage/resumable-writes";
import { StreamingError } from "~/integrations/streaming/streaming";
import type { Services } from "~/platform/services.server";

/** Where a video's bytes are, or were to be: each video remembers its own delivery. */
export interface VideoFile {
  video_url?: string | null | undefined;
  cloudflare_video_id?: string | null | undefined;
  /** What has come of it over many connections. */
  write?: ResumableWrite | undefined;
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
  if (video_url) await storage.remove(video_url);
  if (!cloudflare_video_id) return;
  if (!streaming) throw new StreamingError("a video is at a streaming service that is not set up", "refused");
  await streaming.remove(cloudflare_video_id);
}
