import { removeRound } from "~/features/studio/deletion/removal-round.server";
import { removeVideoFile } from "~/features/studio/deletion/remove-video-file.server";
import type { Services } from "~/platform/services";
import { fileAt, removePicturesOf } from "./discard-upload.server";
import { deleteUnpublishedVideo, listAbandonedVideos } from "./new-video.queries.server";
import { closeUpload, placeOf } from "./resumable-uploads.queries.server";
import { uploadKeptDays } from "./upload-limits";

const hour = 3_600_000;

/** In milliseconds: no upload lasts longer. */
const abandonedMs = uploadKeptDays * 24 * hour;

/** In milliseconds: when the removal of a dropped upload is tried again after an outage of the store. */
const closedMs = hour;

/**
 * Clears what was left behind: records of uploads that a killed process never finished, with their files, and the
 * store's temporary files. Safe to run concurrently, to repeat and to interrupt (idempotent). What cannot be removed
 * is logged and requeued last; the first failure is thrown at the end.
 */
export async function sweepAbandoned(
  services: Pick<Services, "db" | "storage" | "streaming" | "clock" | "log">,
): Promise<void> {
  const { db, storage, clock, log } = services;
  const now = clock().getTime();
  const begunBefore = new Date(now - abandonedMs);
  const closedBefore = new Date(now - closedMs);
  const videos = await listAbandonedVideos(db, { begunBefore, closedBefore });
  let swept = 0;
  const remove = async (video: (typeof videos)[number]) => {
    const own = { creatorId: video.creator_id, videoId: video.id, now: new Date(now) };
    // Unless it was completed meanwhile.
    if (!video.deleted_at && !(await closeUpload(db, own))) return;
    // Files first: while the record exists, the next sweep finds what an interrupted one left.
    await removeVideoFile(services, { ...video, ...fileAt(placeOf(video)) });
    await removePicturesOf(services, { videoId: video.id, thumbnailUrl: video.thumbnail_url });
    await deleteUnpublishedVideo(db, video.id);
    swept += 1;
  };
  try {
    await removeRound(services, videos, { dueBefore: closedBefore, remove });
  } finally {
    const files = await storage.sweepTemporary(begunBefore);
    if (swept + files > 0) log.info({ videos: swept, files }, "swept what was abandoned");
  }
}
