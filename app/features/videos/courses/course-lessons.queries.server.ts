import { sql } from "kysely";
import type { Currency } from "~/features/base/money/currency";
import { hasAccess, hasLesson } from "~/features/videos/grants/access-grants.queries.server";
import type { Db } from "~/platform/db.server";
import { maxLessons } from "./course-limits";

/** No account has this id. */
const nobody = "00000000-0000-0000-0000-000000000000";

/** SQL condition on `course_lessons`, `videos`: the lesson is in the course for those who buy it now. */
export const isTaught = sql<boolean>`(removed_at IS NULL AND videos.published_at IS NOT NULL
  AND videos.suspended_at IS NULL)`;

/**
 * Lists the lessons of a course in order, with what a person has of each: access, where they stopped, and since when
 * it is completed. `keepsRemoved`: also those that were removed and that the person may still watch.
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
  return db
    .selectFrom("course_lessons")
    .innerJoin("videos", "videos.id", "course_lessons.video_id")
    .leftJoin("watch_positions", (join) =>
      join.onRef("watch_positions.video_id", "=", "videos.id").on("watch_positions.user_id", "=", viewerId),
    )
    .select(["videos.id", "title", "section", "is_free", "duration_seconds", "added_at", "done_at"])
    .select(["watch_positions.seconds as position_seconds", "watch_positions.updated_at as watched_at"])
    .select("watched_seconds")
    .select(access.as("owned"))
    .where("course_id", "=", courseId)
    .where(keepsRemoved ? sql<boolean>`(${isTaught} OR ${access})` : isTaught)
    .orderBy("position")
    .orderBy("added_at")
    .orderBy("videos.id")
    .limit(maxLessons)
    .execute();
}

/** A course that a person has. */
export interface CourseOfViewer {
  id: string;
  title: string;
  /** Its creator gives certificates now. */
  certifies: boolean;
  /** The person has a certificate of it. */
  certified: boolean;
}

/**
 * SQL list of up to five courses by which a person may watch the outer query's video, those they got last first.
 */
export function coursesOfViewer(viewerId: string) {
  return sql<CourseOfViewer[]>`(SELECT coalesce(jsonb_agg(found), '[]') FROM (
    SELECT course.id, course.title, course.certifies,
      EXISTS (SELECT FROM certificates WHERE user_id = ${viewerId} AND certificates.course_id = course.id) AS certified
    FROM course_lessons JOIN access_grants ON product_id = course_id JOIN videos AS course ON course.id = course_id
    WHERE course_lessons.video_id = videos.id AND access_grants.user_id = ${viewerId} AND revoked_at IS NULL AND ${hasLesson}
    ORDER BY granted_at DESC, course.id LIMIT 5) AS found)`;
}

/** A course that a lesson's own page names. */
export interface NamedCourse {
  id: string;
  title: string;
  price_cents: number;
  currency: Currency;
  lesson_count: number;
}

/** SQL list of up to three courses for sale that have the outer query's video as a lesson, the newest first. */
export const coursesWithVideo = sql<NamedCourse[]>`(SELECT coalesce(jsonb_agg(found), '[]') FROM (
  SELECT course.id, course.title, course.price_cents, course.currency, course.lesson_count
  FROM course_lessons JOIN videos AS course ON course.id = course_id
  WHERE video_id = videos.id AND removed_at IS NULL AND course.published_at IS NOT NULL AND course.deleted_at IS NULL
    AND course.suspended_at IS NULL AND NOT course.creator_suspended
  ORDER BY course.created_at DESC, course.id DESC LIMIT 3) AS found)`;
