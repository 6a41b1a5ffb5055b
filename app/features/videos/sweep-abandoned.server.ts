import type { Services } from "~/platform/services.server";
import { fileAt } from "./drop-upload.server";
import { deleteUnpublishedVideo, listAbandonedVideos } from "./new-video.queries.server";
import { removeVideoFile } from "./remove-video-file.server";
import { uploadKeptDays } from "./resumable-rules";
import { closeUpload, placeOf } from "./resumable-uploads.queries.server";
import { removeThumbnail } from "./thumbnail.server";

const hour = 3_600_000;

/** No upload is still under way after this, in milliseconds. */
const abandonedMs = uploadKeptDays * 24 * hour;

/** What a dropped upload left, because the store was away, is tried again after this, in milliseconds. */
const closedMs = hour;

/**
 * Clears what was left behind: records of uploads that a killed process never finished, with their files, and the
 * store's temporary files. Bears being run at once and being cut off.
 */
export async function sweepAbandoned(
  services: Pick<Services, "db" | "storage" | "streaming" | "clock" | "log">,
): Promise<void> {
  const { db, storage, clock, log } = services;
  const now = clock().getTime();
  const begunBefore = new Date(now - abandonedMs);
  const videos = await listAbandonedVideos(db, { begunBefore, closedBefore: new Date(now - closedMs) });
  for (const video of videos) {
    const own = { creatorId: video.creator_id, videoId: video.id, now: new Date(now) };
    // Not one that became whole this very moment.
    if (!video.deleted_at && !(await closeUpload(db, own))) continue;
    // Files first: while the record stands, a sweep that was cut off finds them again.
    await removeVideoFile(services, { ...video, ...fileAt(placeOf(video)) });
    await removeThumbnail(storage, video.thumbnail_url);
    await deleteUnpublishedVideo(db, video.id);
  }
  const files = await storage.sweepTemporary(begunBefore);
  if (videos.length + files > 0) log.info({ videos: videos.length, files }, "swept what was abandoned");
}
