import type { Services } from "~/platform/services";
import { isStored, type VideoFile } from "./remove-video-file.server";

/**
 * Says whether a video still has its file, after a removal that failed: the failure may have struck before, or only the
 * answer was lost. `unknown` where the store cannot say now.
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
