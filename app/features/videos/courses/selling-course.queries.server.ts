import { sql } from "kysely";
import { isOffered } from "~/features/videos/listing/for-sale.queries.server";
import { videoPath } from "~/features/videos/listing/video-address";
import type { Db } from "~/platform/db.server";

/** A course that sells a video. */
export interface SellingCourse {
  id: string;
  title: string;
  lesson_count: number;
}

/**
 * SQL value: the newest course for sale that has the outer query's video as a lesson; null if the video is sold alone,
 * or is no longer in the shop.
 */
export const sellingCourse = sql<SellingCourse | null>`(
  SELECT jsonb_build_object('id', course.id, 'title', course.title, 'lesson_count', course.lesson_count)
  FROM course_lessons JOIN videos AS course ON course.id = course_id
  WHERE course_lessons.video_id = videos.id AND NOT videos.sold_alone AND removed_at IS NULL
    AND ${isOffered("videos")} AND ${isOffered("course")}
  ORDER BY course.created_at DESC, course.id DESC LIMIT 1)`;

/**
 * SQL number of the videos that only the outer query's course sells: 0 for a course that is not for sale, and for a
 * video.
 */
export const soldOnlyByIt = sql<number>`(
  SELECT count(*)::int FROM course_lessons JOIN videos AS lesson ON lesson.id = video_id
  WHERE course_id = videos.id AND removed_at IS NULL AND ${isOffered("videos")}
    AND NOT lesson.sold_alone AND ${isOffered("lesson")}
    AND NOT EXISTS (SELECT FROM course_lessons AS other JOIN videos AS course ON course.id = other.course_id
      WHERE other.video_id = lesson.id AND other.course_id <> videos.id AND other.removed_at IS NULL
        AND ${isOffered("course")}))`;

/** Returns the path of the course that sells a video which is not sold alone; undefined for any other video. */
export async function findSellingCoursePath(db: Db, videoId: string): Promise<string | undefined> {
  const row = await db
    .selectFrom("videos")
    .select(sellingCourse.as("course"))
    .where("id", "=", videoId)
    .executeTakeFirst();
  return row?.course ? videoPath(row.course) : undefined;
}
