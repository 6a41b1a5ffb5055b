import { type RawBuilder, sql } from "kysely";

/**
 * The statement that locks a video after the courses that have it or had it as a lesson. For changes whose triggers
 * change those courses: everybody locks courses before lessons (docs/decisions/0283).
 */
export function lockingCoursesFirst(videoId: string): RawBuilder<{ id: string }> {
  return sql`(SELECT id FROM videos
    WHERE id = ${videoId} OR id IN (SELECT course_id FROM course_lessons WHERE video_id = ${videoId})
    ORDER BY video_type <> 'course', id FOR NO KEY UPDATE)`;
}
