import { randomBytes } from "node:crypto";
import { sql } from "kysely";
import { inShop } from "~/features/videos/listing/listing.queries.server";
import type { Db } from "~/platform/db.server";
import type { Withdrawal } from "~/platform/jobs/jobs";
import { addJob } from "~/platform/jobs/jobs.queries.server";

/** Returns undefined if the video is not for sale. */
export async function findVideoPictureFacts(db: Db, videoId: string) {
  return db
    .selectFrom("videos")
    .select(["id", "title", "price_cents", "currency", "thumbnail_url"])
    .where("id", "=", videoId)
    .where(inShop)
    .executeTakeFirst();
}

/** Returns undefined if the creator is suspended or has nothing for sale. */
export async function findCreatorPictureFacts(db: Db, creatorId: string) {
  return db
    .selectFrom("creator_profiles")
    .innerJoin("users", "users.id", "creator_profiles.user_id")
    .innerJoin("creator_figures", "creator_figures.creator_id", "creator_profiles.user_id")
    .select(["creator_profiles.user_id", "full_name", "portrait_key"])
    .where("creator_profiles.user_id", "=", creatorId)
    .where("users.suspended_at", "is", null)
    .where("creator_figures.video_count", ">", 0)
    .executeTakeFirst();
}

/** Records, before it is written, that a file may exist under a key. Keeps an existing record. */
export async function recordSharePicture(
  db: Db,
  { key, subjectId, now }: { key: string; subjectId: string; now: Date },
): Promise<void> {
  await db
    .insertInto("share_pictures")
    .values({ storage_key: key, subject_id: subjectId, made_at: now })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}

/** Returns false once the subject was erased. */
export async function isPictureRecorded(db: Db, key: string): Promise<boolean> {
  const row = await db
    .selectFrom("share_pictures")
    .select("storage_key")
    .where("storage_key", "=", key)
    .executeTakeFirst();
  return row !== undefined;
}

/** Lists the keys of a subject's former pictures, at most 100. */
export async function listOtherPictures(
  db: Db,
  { key, subjectId }: { key: string; subjectId: string },
): Promise<string[]> {
  const rows = await db
    .selectFrom("share_pictures")
    .select("storage_key")
    .where("subject_id", "=", subjectId)
    .where("storage_key", "!=", key)
    .limit(100)
    .execute();
  return rows.map((row) => row.storage_key);
}

/** Of videos and creators that no longer exist or left the shop for good: at most 100, oldest first. */
export async function listOrphanPictures(db: Db): Promise<string[]> {
  const rows = await db
    .selectFrom("share_pictures")
    .select("storage_key")
    .where(
      sql<boolean>`NOT EXISTS (SELECT FROM videos WHERE videos.id = subject_id AND videos.deleted_at IS NULL)
        AND NOT EXISTS (SELECT FROM creator_profiles WHERE creator_profiles.user_id = subject_id)`,
    )
    .orderBy("made_at")
    .limit(100)
    .execute();
  return rows.map((row) => row.storage_key);
}

export async function deletePictureRecord(db: Db, key: string): Promise<void> {
  await db.deleteFrom("share_pictures").where("storage_key", "=", key).execute();
}

/**
 * Queues the move of a video's public files, or a creator's and all their videos', in the transaction that withdraws
 * them. The job stores `now` and a random secret, so that a retry moves the files to the same places.
 */
export async function queueWithdrawal(
  trx: Db,
  { now, ...subject }: { creatorId: string; videoId?: string; now: Date },
): Promise<void> {
  const secret = randomBytes(16).toString("hex");
  // Before other jobs: the former addresses answer until it ends.
  await addJob(trx, "withdraw-files", { ...subject, at: now.getTime(), secret }, { priority: -10 });
}

const batch = 50;

/** Lists at most 50 published videos of a withdrawal by id. `after`: the last id before. */
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

/** Returns false if the video has another thumbnail by now. */
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

/** Returns false if the video has another preview by now. */
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

/** Returns false if the creator has another portrait by now. */
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
