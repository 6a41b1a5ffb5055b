import type { Services } from "~/platform/services";
import { isStored, type VideoFile } from "./remove-video-file.server";

/**
 * Says whether a video still has its file, after a removal that failed: the failure may have struck before, or only the
 * answer was lost. `unknown` where nobody can tell now.
 */
export async function findFileLeft(
  { storage, streaming }: Pick<Services, "storage" | "streaming">,
  { video_url, cloudflare_video_id }: VideoFile,
): Promise<"there" | "gone" | "unknown"> {
  try {
    if (cloudflare_video_id) {
      // Nobody could even ask for it to be removed.
      if (!streaming) return "there";
      return (await streaming.find(cloudflare_video_id)) ? "there" : "gone";
    }
    if (!isStored(video_url)) return "gone";
    return (await storage.find(video_url)) ? "there" : "gone";
  } catch {
    return "unknown";
  }
}
