import { randomBytes } from "node:crypto";
import type { Db } from "~/platform/db.server";
import type { Withdrawal } from "~/platform/jobs/jobs";
import { addJob } from "~/platform/jobs/jobs.queries.server";

/**
 * Has the public files of a video, or of a creator and all their videos, moved to new addresses, in the transaction
 * that withdraws them. `now` and a random secret are stored with the job, so that a retry moves the files to the same
 * places.
 */
export async function queueWithdrawal(
  trx: Db,
  { now, ...subject }: { creatorId: string; videoId?: string; now: Date },
): Promise<void> {
  const secret = randomBytes(16).toString("hex");
  // Before other jobs: until it ends, the former addresses answer.
  await addJob(trx, "withdraw-files", { ...subject, at: now.getTime(), secret }, { priority: -10 });
}

const batch = 50;

/** Lists published videos of a withdrawal, at most 50, by id after `after`. */
export async function listWithdrawnVideos(
  db: Db,
  { creatorId, videoId }: Withdrawal,
  after: string | undefined,
) {
  return db
    .selectFrom("videos")
    .select(["id", "thumbnail_url", "preview_key", "preview_status"])
    .where("creator_id", "=", creatorId)
    .where("published_at", "is not", null)
    .$if(videoId !== undefined, (query) => query.where("id", "=", videoId ?? ""))
    .$if(after !== undefined, (query) => query.where("id", ">", after ?? ""))
    .orderBy("id")
    .limit(batch)
    .execute();
}

/** Names a moved thumbnail. Returns false if the video has another one by now. */
export async function renameThumbnail(
  trx: Db,
  { videoId, from, to }: { videoId: string; from: string; to: string },
): Promise<boolean> {
  const { numUpdatedRows } = await trx
    .updateTable("videos")
    .set({ thumbnail_url: to })
    .where("id", "=", videoId)
    .where("thumbnail_url", "=", from)
    .executeTakeFirst();
  return numUpdatedRows === 1n;
}

/** Names a moved preview. Returns false if the video has another one by now. */
export async function renamePreview(
  trx: Db,
  { videoId, from, to }: { videoId: string; from: string; to: string },
): Promise<boolean> {
  const { numUpdatedRows } = await trx
    .updateTable("videos")
    .set({ preview_key: to })
    .where("id", "=", videoId)
    .where("preview_key", "=", from)
    .where("preview_status", "=", "ready")
    .executeTakeFirst();
  return numUpdatedRows === 1n;
}

export async function findPortraitKey(db: Db, creatorId: string): Promise<string | null> {
  const row = await db
    .selectFrom("creator_profiles")
    .select("portrait_key")
    .where("user_id", "=", creatorId)
    .executeTakeFirst();
  return row?.portrait_key ?? null;
}

/** Names a moved portrait. Returns false if the creator has another one by now. */
export async function renamePortrait(
  trx: Db,
  { creatorId, from, to }: { creatorId: string; from: string; to: string },
): Promise<boolean> {
  const { numUpdatedRows } = await trx
    .updateTable("creator_profiles")
    .set({ portrait_key: to })
    .where("user_id", "=", creatorId)
    .where("portrait_key", "=", from)
    .executeTakeFirst();
  return numUpdatedRows === 1n;
}
