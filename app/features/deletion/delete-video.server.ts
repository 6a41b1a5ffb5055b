import { endConversion } from "~/features/encoding/conversions.queries.server";
import { stopChecking } from "~/features/encoding/video-streams.queries.server";
import { findOwnVideo } from "~/features/studio/own-videos.queries.server";
import { removeThumbnail } from "~/features/thumbnails/thumbnail.server";
import type { Services } from "~/platform/services";
import {
  deleteUnsoldVideo,
  hideOwnVideo,
  listHalfDeletedVideos,
  noteFileRemoved,
  showOwnVideo,
} from "./delete-video.queries.server";
import { latePaymentMs } from "./late-payment";
import { removeRound } from "./removal-round.server";
import { removeVideoFile } from "./remove-video-file.server";
import { findFileLeft } from "./video-file-left.server";

/** `fileLeft`: it is out of the shop and of its creator's list, but its file may still be there. */
export type Deleted = { ok: true; fileLeft?: true } | { ok: false; error: "notFound" };

type Needs = Pick<Services, "db" | "storage" | "streaming" | "clock" | "log">;

/**
 * Deletes one of a creator's own videos (product.md, Video deletion; design.md, decision 6), in the shop or still being prepared for
 * it. It leaves the shop first, so that nobody begins to buy it meanwhile. One that nobody ever began to buy then loses its
 * file, then its record; one with a sale keeps both, for its buyers (`finishDeletions` sees to those that nobody paid for).
 * Throws when the store or the service fails and surely still has the file: the video is back in the shop then, and a
 * retry finishes. Where that cannot be told, it stays out of the shop, for it might have no file, and the hourly
 * sweep ends it; so with what is cut off later.
 */
export async function deleteVideo(
  services: Needs,
  { creatorId, videoId }: { creatorId: string; videoId: string },
): Promise<Deleted> {
  const { db, storage, clock, log } = services;
  const video = await findOwnVideo(db, { creatorId, videoId });
  if (!video || !(await hideOwnVideo(db, { creatorId, videoId, now: clock() }))) {
    return { ok: false, error: "notFound" };
  }
  // Asked after hiding: a sale begun before is in the table by now, and none can begin after.
  const hidden = await findOwnVideo(db, { creatorId, videoId, hidden: true });
  if (hidden?.has_sales) return { ok: true };
  // Read after hiding too: an edit may have changed the picture just before.
  const { thumbnail_url, ...file } = hidden ?? video;
  try {
    await removeVideoFile(services, file);
  } catch (error) {
    const left = await findFileLeft(services, file);
    if (left === "there") {
      await showOwnVideo(db, { creatorId, videoId });
      throw error;
    }
    log.error({ err: error, videoId, left }, "a video's file could not be removed");
    if (left === "unknown") return { ok: true, fileLeft: true };
  }
  await deleteUnsoldVideo(db, videoId);
  // Nothing shows it any more; if it stays behind, it is a few kilobytes.
  await removeThumbnail(storage, thumbnail_url).catch((error: unknown) =>
    log.warn({ err: error, videoId }, "a deleted video's thumbnail stayed behind"),
  );
  return { ok: true };
}

/** A deletion takes seconds; one still half-done after this, in milliseconds, was cut off. */
const surelyCutOffMs = 3_600_000;

/**
 * Ends deletions that a killed process, a failing store or a failing database left half-done, and takes the file of a
 * deleted video whose sales all failed, once no payment can come any more; their record stays. Safe to run
 * concurrently, to repeat and to interrupt (idempotent). One that still cannot be ended holds up no other; the first
 * failure is thrown at the end.
 */
export async function finishDeletions(services: Needs): Promise<void> {
  const { db, storage, clock, log } = services;
  const dueBefore = new Date(clock().getTime() - surelyCutOffMs);
  const failedBefore = new Date(clock().getTime() - latePaymentMs);
  const videos = await listHalfDeletedVideos(db, { hiddenBefore: dueBefore, failedBefore });
  let ended = 0;
  const remove = async ({ id, thumbnail_url, ...file }: (typeof videos)[number]) => {
    await removeVideoFile(services, file);
    await removeThumbnail(storage, thumbnail_url);
    if (!(await deleteUnsoldVideo(db, id))) await keepRecordAlone(services, id);
    ended += 1;
  };
  try {
    await removeRound(services, videos, { dueBefore, remove });
  } finally {
    if (ended > 0) log.info({ videos: ended }, "ended deletions that were cut off");
  }
}

/** Nothing is left to play, to ask the service about or to convert. */
async function keepRecordAlone({ db, clock }: Needs, videoId: string): Promise<void> {
  await db.transaction().execute(async (trx) => {
    await noteFileRemoved(trx, { videoId, now: clock() });
    await stopChecking(trx, videoId);
    await endConversion(trx, videoId);
  });
}
