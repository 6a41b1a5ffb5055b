import { sql } from "kysely";
import { toConversion } from "~/features/videos/media/conversions.queries.server";
import { hasLadder } from "~/features/videos/media/ladders.queries.server";
import type { Db } from "~/platform/db.server";
import { isTaught } from "./course-lessons.queries.server";

/**
 * The viewer of the links of free lessons: everybody. A link plays only while its file is that of a free lesson.
 */
export const everybody = "everybody";

/** SQL condition on `course_lessons`, `videos`: a lesson of a course for sale that its creator made free. */
const isFreeNow = sql<boolean>`(is_free AND ${isTaught} AND EXISTS (SELECT FROM videos AS course
  WHERE course.id = course_id AND course.published_at IS NOT NULL AND course.deleted_at IS NULL
    AND course.suspended_at IS NULL AND NOT course.creator_suspended))`;

/** Returns a free lesson with its video's location, which everybody may use; undefined for any other. */
export async function findFreeLesson(db: Db, { courseId, videoId }: { courseId: string; videoId: string }) {
  const row = await db
    .selectFrom("course_lessons")
    .innerJoin("videos", "videos.id", "course_lessons.video_id")
    .leftJoin("video_streams", "video_streams.video_id", "videos.id")
    .leftJoin("conversions", "conversions.video_id", "videos.id")
    .select(["videos.id", "title", "description", "thumbnail_url", "duration_seconds", "section"])
    .select(["video_type", "video_url", "youtube_url", "cloudflare_video_id", "file_removed_at", "has_mp4"])
    .select(["conversions.state", "conversions.percent", "conversions.reason", hasLadder.as("has_ladder")])
    .where("course_id", "=", courseId)
    .where("videos.id", "=", videoId)
    .where(isFreeNow)
    .executeTakeFirst();
  if (!row) return undefined;
  const { state, percent, reason, ...lesson } = row;
  return { ...lesson, conversion: state ? toConversion({ state, percent, reason }) : undefined };
}

/** Returns whether a video is a lesson of a course, or was one before. */
export async function isOrWasLesson(
  db: Db,
  { courseId, videoId }: { courseId: string; videoId: string },
): Promise<boolean> {
  const row = await db
    .selectFrom("course_lessons")
    .select("video_id")
    .where("course_id", "=", courseId)
    .where("video_id", "=", videoId)
    .limit(1)
    .executeTakeFirst();
  return row !== undefined;
}

/** Returns whether a stored file is that of a free lesson. */
export async function isFreeFile(db: Db, key: string): Promise<boolean> {
  const row = await db
    .selectFrom("course_lessons")
    .innerJoin("videos", "videos.id", "course_lessons.video_id")
    .select("videos.id")
    .where(({ eb, or }) => or([eb("video_url", "=", key), eb("replaced_url", "=", key)]))
    .where(isFreeNow)
    .limit(1)
    .executeTakeFirst();
  return row !== undefined;
}
