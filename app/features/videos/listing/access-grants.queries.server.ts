import { type RawBuilder, sql } from "kysely";
import type { Db } from "~/platform/db.server";

const ofOuterVideo = sql.ref("videos.id");

/** SQL condition on `access_grants`, `course_lessons`: the lesson was in the course when it was bought. */
export const hasLesson = sql<boolean>`(removed_at IS NULL
  OR coalesce((SELECT created_at FROM sales WHERE sales.id = sale_id), granted_at) < removed_at)`;

/**
 * SQL condition: the person has access now, also by a course (docs/decisions/0158). `videoId`: by default that of the
 * outer query's video.
 */
export function hasAccess(
  userId: string | RawBuilder<unknown>,
  videoId: RawBuilder<unknown> = ofOuterVideo,
): RawBuilder<boolean> {
  return sql<boolean>`(EXISTS (SELECT FROM access_grants
    WHERE user_id = ${userId} AND product_id = ${videoId} AND revoked_at IS NULL)
    OR EXISTS (SELECT FROM course_lessons JOIN access_grants ON product_id = course_id
      WHERE course_lessons.video_id = ${videoId} AND user_id = ${userId} AND revoked_at IS NULL AND ${hasLesson}))`;
}

export async function findAccess(
  db: Db,
  { userId, productId }: { userId: string; productId: string },
): Promise<boolean> {
  const { rows } = await sql<{ granted: boolean }>`
    SELECT ${hasAccess(userId, sql`${productId}::uuid`)} AS granted`.execute(db);
  return rows[0]?.granted ?? false;
}

/** SQL list of the outer query's video and the courses that have or had it as a lesson, for `=`. */
export const productsWithVideo = sql`ANY (ARRAY(
  SELECT videos.id UNION ALL SELECT course_id FROM course_lessons WHERE course_lessons.video_id = videos.id))`;

/** SQL condition: somebody has access to the outer query's video now, or to a course that has or had it. */
export function isWatchedBySomebody(): RawBuilder<boolean> {
  return sql<boolean>`EXISTS (SELECT FROM access_grants
    WHERE product_id = ${productsWithVideo} AND revoked_at IS NULL)`;
}

/** SQL condition: somebody has or had access to the outer query's video, or to a course that has or had it. */
export function wasGranted(): RawBuilder<boolean> {
  return sql<boolean>`EXISTS (SELECT FROM access_grants WHERE product_id = ${productsWithVideo})`;
}
