import { queueWithdrawal } from "~/features/shop/sharing/share-pictures.queries.server";
import {
  deleteUnsoldVideo,
  hideOwnVideo,
  listHalfDeletedVideos,
  noteFileRemoved,
  showOwnVideo,
} from "~/features/studio/deletion/delete-video.queries.server";
import {
  findFileLeft,
  removeRound,
  removeVideoFile,
} from "~/features/studio/deletion/remove-video-file.server";
import { dropUpload, removePicturesOf } from "~/features/studio/uploads/discard-upload.server";
import { isUnpublished } from "~/features/studio/uploads/unpublished.queries.server";
import { dropAttachments } from "~/features/videos/lesson-files/attachments.queries.server";
import { deleteCaptions, dropCaptionOrder } from "~/features/videos/lesson-files/captions.queries.server";
import { endConversion } from "~/features/videos/media/conversions.queries.server";
import { dropLadder } from "~/features/videos/media/ladders.queries.server";
import { dropPreview } from "~/features/videos/media/previews.queries.server";
import { stopChecking } from "~/features/videos/media/video-streams.queries.server";
import { removeThumbnail } from "~/features/videos/pictures/thumbnail.server";
import type { Database } from "~/platform/db.server";
import type { Services } from "~/platform/services";
import { findOwnVideo } from "./own-videos.queries.server";

/** `fileLeft`: deleted for the creator, but its file may still exist. */
export type Deleted = { ok: true; fileLeft?: true } | { ok: false; error: "notFound" };

type Needs = Pick<Services, "db" | "storage" | "streaming" | "clock" | "log">;

/**
 * Deletes a creator's own video (product.md, Video deletion), also while encoding or unpublished. It leaves the shop
 * first, so that nobody starts to buy it. Without any sale it then loses its file and record; with one, both stay for
 * its buyers. Throws when the file certainly still exists: the video is then back in the shop. If that is uncertain,
 * it stays deleted, and the hourly sweep finishes the deletion.
 */
export async function deleteVideo(
  services: Needs,
  { creatorId, videoId }: { creatorId: string; videoId: string },
): Promise<Deleted> {
  const { db, clock, log } = services;
  const video = await findOwnVideo(db, { creatorId, videoId });
  if (!video && (await isUnpublished(db, { creatorId, videoId }))) {
    const dropped = await dropUpload(services, { creatorId, videoId });
    return dropped.ok ? dropped : { ok: false, error: "notFound" };
  }
  if (!video || !(await hideOwnVideo(db, { creatorId, videoId, now: clock() }))) {
    return { ok: false, error: "notFound" };
  }
  // Queried after hiding: earlier sales are in the table by now, and no new one can start.
  const hidden = await findOwnVideo(db, { creatorId, videoId, hidden: true });
  if (hidden?.must_keep_record) {
    await db.transaction().execute(async (trx) => {
      await dropPreview(trx, videoId);
      await queueWithdrawal(trx, { creatorId, videoId, now: clock() });
    });
    return { ok: true };
  }
  // Read after hiding, because an edit may have changed the picture just before.
  const { thumbnail_url, ...file } = hidden ?? video;
  try {
    await removeVideoFile(services, file);
  } catch (error) {
    const fileState = await findFileLeft(services, file);
    if (fileState === "there") {
      await showOwnVideo(db, { creatorId, videoId });
      throw error;
    }
    log.error({ err: error, videoId, left: fileState }, "a video's file could not be removed");
    if (fileState === "unknown") return { ok: true, fileLeft: true };
  }
  // Nothing shows them any more; a leftover is a few kilobytes.
  await removePicturesOf(services, { videoId, thumbnailUrl: thumbnail_url }).catch((error: unknown) =>
    log.warn({ err: error, videoId }, "a deleted video's thumbnail stayed behind"),
  );
  await dropRecord(db, videoId);
  return { ok: true };
}

/** Deletes an unsold video's record, and has its other files removed. Returns whether it was deleted. */
async function dropRecord(db: Database, videoId: string): Promise<boolean> {
  return db.transaction().execute(async (trx) => {
    await dropPreview(trx, videoId);
    await dropLadder(trx, videoId);
    await dropAttachments(trx, { videoId });
    return deleteUnsoldVideo(trx, videoId);
  });
}

/** In milliseconds: a deletion takes seconds; after this it was interrupted. */
const interruptedAfterMs = 3_600_000;

/**
 * Finishes interrupted deletions, and removes the files of deleted videos whose sales all failed, once no payment can
 * arrive; the record stays. Idempotent and safe to run concurrently. Throws the first failure at the end.
 */
export async function finishDeletions(services: Needs): Promise<void> {
  const { db, storage, clock, log } = services;
  const dueBefore = new Date(clock().getTime() - interruptedAfterMs);
  const failedBefore = new Date(clock().getTime() - latePaymentMs);
  const videos = await listHalfDeletedVideos(db, { hiddenBefore: dueBefore, failedBefore });
  let ended = 0;
  const remove = async ({ id, thumbnail_url, ...file }: (typeof videos)[number]) => {
    await removeVideoFile(services, file);
    await removeThumbnail(storage, thumbnail_url);
    if (!(await dropRecord(db, id))) await reduceToRecord(services, id);
    ended += 1;
  };
  try {
    await removeRound(services, videos, { dueBefore, remove });
  } finally {
    if (ended > 0) log.info({ videos: ended }, "ended deletions that were cut off");
  }
}

async function reduceToRecord({ db, clock }: Needs, videoId: string): Promise<void> {
  await db.transaction().execute(async (trx) => {
    await noteFileRemoved(trx, { videoId, now: clock() });
    await stopChecking(trx, videoId);
    await endConversion(trx, videoId);
    await deleteCaptions(trx, { videoId });
    await dropCaptionOrder(trx, videoId);
    await dropAttachments(trx, { videoId });
  });
}

/**
 * Milliseconds after its start and the end of its checkout in which a failed sale may still turn out to be paid: a
 * Pix or boleto takes days, Stripe repeats events for three, and thirty include time for an outage.
 */
const latePaymentMs = 30 * 24 * 60 * 60_000;
