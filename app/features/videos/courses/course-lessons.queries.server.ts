import { sql } from "kysely";
import { hasAccess, hasLesson } from "~/features/videos/listing/access-grants.queries.server";
import { isOffered } from "~/features/videos/listing/listing.queries.server";
import { videoPath } from "~/features/videos/listing/video-address";
import { toConversion } from "~/features/videos/media/conversions.queries.server";
import { hasLadder } from "~/features/videos/media/ladders.queries.server";
import type { Currency } from "~/i18n/money";
import type { Db } from "~/platform/db.server";
import { maxLessons } from "./lesson-order";

export interface SellingCourse {
  id: string;
  title: string;
  lesson_count: number;
}

/**
 * SQL value: the newest course for sale that has the outer query's video; null if the video is sold alone or gone.
 */
export const sellingCourse = sql<SellingCourse | null>`(
  SELECT jsonb_build_object('id', course.id, 'title', course.title, 'lesson_count', course.lesson_count)
  FROM course_lessons JOIN videos AS course ON course.id = course_id
  WHERE course_lessons.video_id = videos.id AND NOT videos.sold_alone AND removed_at IS NULL
    AND ${isOffered("videos")} AND ${isOffered("course")}
  ORDER BY course.created_at DESC, course.id DESC LIMIT 1)`;

/** SQL number of the videos that only the outer query's course sells: 0 if it is not for sale, and for a video. */
export const soldOnlyByIt = sql<number>`(
  SELECT count(*)::int FROM course_lessons JOIN videos AS lesson ON lesson.id = video_id
  WHERE course_id = videos.id AND removed_at IS NULL AND ${isOffered("videos")}
    AND NOT lesson.sold_alone AND ${isOffered("lesson")}
    AND NOT EXISTS (SELECT FROM course_lessons AS other JOIN videos AS course ON course.id = other.course_id
      WHERE other.video_id = lesson.id AND other.course_id <> videos.id AND other.removed_at IS NULL
        AND ${isOffered("course")}))`;

export async function findSellingCoursePath(db: Db, videoId: string): Promise<string | undefined> {
  const row = await db
    .selectFrom("videos")
    .select(sellingCourse.as("course"))
    .where("id", "=", videoId)
    .executeTakeFirst();
  return row?.course ? videoPath(row.course) : undefined;
}

const nobody = "00000000-0000-0000-0000-000000000000";

/** SQL condition on `course_lessons`, `videos`: the lesson is in the course for those who buy it now. */
export const isTaught = sql<boolean>`(removed_at IS NULL AND videos.published_at IS NOT NULL
  AND videos.suspended_at IS NULL)`;

/**
 * In order. `reached_at`, `reached_seconds`: also before they began again. `keepsRemoved`: also removed ones that the
 * person may still watch.
 */
export async function listLessons(
  db: Db,
  {
    courseId,
    viewerId = nobody,
    keepsRemoved,
  }: { courseId: string; viewerId?: string | undefined; keepsRemoved: boolean },
) {
  const access = hasAccess(viewerId);
  return (
    db
      .selectFrom("course_lessons")
      .innerJoin("videos", "videos.id", "course_lessons.video_id")
      .leftJoin("watch_positions", (join) =>
        join.onRef("watch_positions.video_id", "=", "videos.id").on("watch_positions.user_id", "=", viewerId),
      )
      .select([
        "videos.id",
        "title",
        "section",
        "is_free",
        "duration_seconds",
        "added_at",
        "done_at",
        "thumbnail_url",
      ])
      .select(["watch_positions.seconds as position_seconds", "begun_at"])
      // A lesson that is begun again was not watched yet.
      .select(
        sql<Date | null>`CASE WHEN watch_positions.seconds > 0 OR watched_seconds > 0 OR done_at IS NOT NULL
        THEN watch_positions.updated_at END`.as("watched_at"),
      )
      .select(sql<Date | null>`coalesce(first_done_at, done_at)`.as("reached_at"))
      .select(sql<number | null>`count_seconds(watched + reached)`.as("reached_seconds"))
      .select(access.as("owned"))
      .where("course_id", "=", courseId)
      .where(keepsRemoved ? sql<boolean>`(${isTaught} OR ${access})` : isTaught)
      .orderBy("position")
      .orderBy("added_at")
      .orderBy("videos.id")
      .limit(maxLessons)
      .execute()
  );
}

export interface CourseOfViewer {
  id: string;
  title: string;
  certifies: boolean;
  certified: boolean;
}

/** SQL list of up to five courses by which a person may watch the outer query's video, newest first. */
export function coursesOfViewer(viewerId: string) {
  return sql<CourseOfViewer[]>`(SELECT coalesce(jsonb_agg(found), '[]') FROM (
    SELECT course.id, course.title, course.certifies,
      EXISTS (SELECT FROM certificates WHERE user_id = ${viewerId} AND certificates.course_id = course.id) AS certified
    FROM course_lessons JOIN access_grants ON product_id = course_id JOIN videos AS course ON course.id = course_id
    WHERE course_lessons.video_id = videos.id AND access_grants.user_id = ${viewerId} AND revoked_at IS NULL AND ${hasLesson}
    ORDER BY granted_at DESC, course.id LIMIT 5) AS found)`;
}

export interface NamedCourse {
  id: string;
  title: string;
  price_cents: number;
  currency: Currency;
  lesson_count: number;
}

/** SQL list of up to three courses for sale that have the outer query's video, newest first. */
export const coursesWithVideo = sql<NamedCourse[]>`(SELECT coalesce(jsonb_agg(found), '[]') FROM (
  SELECT course.id, course.title, course.price_cents, course.currency, course.lesson_count
  FROM course_lessons JOIN videos AS course ON course.id = course_id
  WHERE video_id = videos.id AND removed_at IS NULL AND course.published_at IS NOT NULL AND course.deleted_at IS NULL
    AND course.suspended_at IS NULL AND NOT course.creator_suspended
  ORDER BY course.created_at DESC, course.id DESC LIMIT 3) AS found)`;

/** The viewer of the links of free lessons. A link plays only while its file is that of a free lesson. */
export const everybody = "everybody";

/** SQL condition on `course_lessons`, `videos`: a lesson of a course for sale that its creator made free. */
const isFreeNow = sql<boolean>`(is_free AND ${isTaught} AND EXISTS (SELECT FROM videos AS course
  WHERE course.id = course_id AND course.published_at IS NOT NULL AND course.deleted_at IS NULL
    AND course.suspended_at IS NULL AND NOT course.creator_suspended))`;

/** With its video's location, which everybody may use; undefined for a lesson that is not free. */
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
