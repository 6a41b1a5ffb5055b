import { sql } from "kysely";
import { inShop } from "~/features/videos/listing/for-sale.queries.server";
import type { Db } from "~/platform/db.server";

/** Finds what the share picture of a video for sale shows; undefined if the video is not for sale. */
export async function findVideoPictureFacts(db: Db, videoId: string) {
  return db
    .selectFrom("videos")
    .select(["id", "title", "price_cents", "currency", "thumbnail_url"])
    .where("id", "=", videoId)
    .where(inShop)
    .executeTakeFirst();
}

/** Finds what the share picture of a creator shows; undefined for one who is suspended or has nothing for sale. */
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

/** Records that a file may exist under a key from now on. A key that is recorded already stays as it is. */
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

/** Returns whether a picture is recorded: not any more if its subject was erased meanwhile. */
export async function isPictureRecorded(db: Db, key: string): Promise<boolean> {
  const row = await db
    .selectFrom("share_pictures")
    .select("storage_key")
    .where("storage_key", "=", key)
    .executeTakeFirst();
  return row !== undefined;
}

/** Lists the keys of a subject's other pictures: those it had before it changed. At most 100. */
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

/**
 * Lists the keys of pictures whose video or creator no longer exists or left the shop for good. At most 100, oldest
 * first.
 */
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
