import { videoPath } from "~/features/videos/listing/video-address";
import type { Db } from "~/platform/db.server";
import { readRow } from "./tables";

/** Returns the path of a video's public page, and the parameters of its route. */
export async function salesAddress(db: Db, videoId: string) {
  const video = await readRow(db, "videos", { id: videoId }, "id", "title");
  const path = videoPath(video);
  return { path, params: { videoId: path.slice("/videos/".length) } };
}
