import { sql } from "kysely";
import type { Db } from "~/platform/db.server";
import { maxHandles } from "./profile-rules";

const publicColumns = [
  "creator_profiles.user_id",
  "handle",
  "full_name",
  "bio",
  "links",
  "portrait_key",
] as const;

/** No e-mail and no payment details. */
function selectPublic(db: Db) {
  return db
    .selectFrom("creator_profiles")
    .innerJoin("users", "users.id", "creator_profiles.user_id")
    .leftJoin("creator_figures", "creator_figures.creator_id", "creator_profiles.user_id")
    .select(publicColumns)
    .select(({ fn, val }) => [
      fn.coalesce("review_count", val(0)).as("review_count"),
      fn.coalesce("rating_total", val(0)).as("rating_total"),
      fn.coalesce("student_count", val(0)).as("student_count"),
      // The count includes courses.
      sql<number>`coalesce(video_count, 0) - (SELECT count(*)::integer FROM videos AS course
        WHERE course.creator_id = creator_profiles.user_id AND course.lesson_count IS NOT NULL
          AND course.published_at IS NOT NULL AND course.deleted_at IS NULL AND course.suspended_at IS NULL
          AND NOT course.creator_suspended)`.as("video_count"),
    ]);
}

/** Undefined for a suspended creator. */
export async function findCreatorByHandle(db: Db, handle: string) {
  return selectPublic(db)
    .where("handle", "=", handle)
    .where("users.suspended_at", "is", null)
    .executeTakeFirst();
}

export type PublicCreator = NonNullable<Awaited<ReturnType<typeof findCreatorByHandle>>>;

/** As `findCreator`. */
export function creatorOfVideo(db: Db) {
  const creator = selectPublic(db).whereRef("creator_profiles.user_id", "=", sql.ref("videos.creator_id"));
  return sql<PublicCreator | null>`(SELECT row_to_json(creator) FROM (${creator}) AS creator)`;
}

export async function findCreator(db: Db, userId: string) {
  return selectPublic(db)
    .select("marks_playback")
    .where("creator_profiles.user_id", "=", userId)
    .executeTakeFirst();
}

/** Returns the current handle for a former one; undefined for a suspended creator. */
export async function findMovedHandle(db: Db, oldHandle: string): Promise<string | undefined> {
  const row = await db
    .selectFrom("creator_handles")
    .innerJoin("creator_profiles", "creator_profiles.user_id", "creator_handles.creator_id")
    .innerJoin("users", "users.id", "creator_handles.creator_id")
    .select("creator_profiles.handle")
    .where("creator_handles.handle", "=", oldHandle)
    .where("creator_profiles.handle", "!=", oldHandle)
    .where("users.suspended_at", "is", null)
    .executeTakeFirst();
  return row?.handle;
}

/** Serializes changes of handles and new profiles (migrations/0002-accounts.ts). */
export async function lockHandles(db: Db): Promise<void> {
  await sql`SELECT pg_advisory_xact_lock(hashtextextended('creator handles', 0))`.execute(db);
}

/** Locked, so that two concurrent changes see different portraits. */
export async function lockProfile(db: Db, userId: string) {
  return db
    .selectFrom("creator_profiles")
    .select(["handle", "portrait_key"])
    .where("user_id", "=", userId)
    .forUpdate()
    .executeTakeFirst();
}

/** Not reserved, and never used by another creator, erased ones included. */
export async function isHandleFree(
  db: Db,
  { userId, handle }: { userId: string; handle: string },
): Promise<boolean> {
  const row = await db
    .selectNoFrom(({ fn, val, selectFrom }) => [
      fn<boolean>("is_retired", [val(handle)]).as("is_retired"),
      selectFrom("creator_handles")
        .select(({ fn: count }) => count.countAll<number>().as("taken"))
        .where("handle", "=", handle)
        .where("creator_id", "is distinct from", userId)
        .as("taken"),
    ])
    .executeTakeFirstOrThrow();
  return !row.is_retired && row.taken === 0;
}

/** Without this handle. */
export async function hasUsedUpHandles(
  db: Db,
  { userId, handle }: { userId: string; handle: string },
): Promise<boolean> {
  const rows = await db
    .selectFrom("creator_handles")
    .select("handle")
    .where("creator_id", "=", userId)
    .where("handle", "!=", handle)
    .limit(maxHandles)
    .execute();
  return rows.length >= maxHandles;
}

export interface ProfileChange {
  userId: string;
  handle: string;
  bio: string;
  links: string[];
  marksPlayback: boolean;
  /** Undefined keeps the portrait. */
  portraitKey: string | undefined;
}

export async function updateProfile(db: Db, change: ProfileChange): Promise<void> {
  await db
    .updateTable("creator_profiles")
    .set({
      handle: change.handle,
      bio: change.bio,
      links: change.links,
      marks_playback: change.marksPlayback,
      ...(change.portraitKey === undefined ? {} : { portrait_key: change.portraitKey }),
    })
    .where("user_id", "=", change.userId)
    .execute();
}
