import { sql } from "kysely";
import { isOnDay } from "~/features/base/form-fields/days.queries.server";
import { isTaught } from "~/features/videos/courses/course-lessons.queries.server";
import type { Day } from "~/i18n/days";
import type { Db } from "~/platform/db.server";

const addedOn = (day: Day) => isOnDay(sql`added_at`, day);

/** Ordered by id: people who got the course before a lesson was added on that day. Nobody if it left the shop. */
export async function listEarlierBuyers(
  db: Db,
  { courseId, day, after, limit }: { courseId: string; day: Day; after: string | undefined; limit: number },
): Promise<string[]> {
  const rows = await db
    .selectFrom("access_grants")
    .select("user_id")
    .where("product_id", "=", courseId)
    .where("revoked_at", "is", null)
    .where("user_id", ">", after ?? "00000000-0000-0000-0000-000000000000")
    .where(
      "granted_at",
      "<",
      sql<Date>`(SELECT max(added_at) FROM course_lessons JOIN videos ON videos.id = video_id
        WHERE course_id = ${courseId} AND ${addedOn(day)} AND ${isTaught}
          AND EXISTS (SELECT FROM videos AS course WHERE course.id = course_id AND course.published_at IS NOT NULL
            AND course.deleted_at IS NULL AND course.suspended_at IS NULL AND NOT course.creator_suspended))`,
    )
    .orderBy("user_id")
    .limit(limit)
    .execute();
  return rows.map(({ user_id }) => user_id);
}

export const maxTitles = 10;

/** At most `maxTitles` + 1 titles, of lessons added after the person got the course. Undefined if they lost it. */
export async function findAddedLessons(
  db: Db,
  { userId, courseId, day }: { userId: string; courseId: string; day: Day },
) {
  return db
    .selectFrom("videos as course")
    .innerJoin("access_grants", "product_id", "course.id")
    .select(["course.id", "course.title", "course.thumbnail_url"])
    .select(
      sql<string[]>`ARRAY(SELECT title FROM course_lessons JOIN videos ON videos.id = video_id
        WHERE course_id = course.id AND ${addedOn(day)} AND ${isTaught} AND added_at > granted_at
        ORDER BY position, added_at, videos.id LIMIT ${sql.lit(maxTitles + 1)})`.as("titles"),
    )
    .where("course.id", "=", courseId)
    .where("user_id", "=", userId)
    .where("revoked_at", "is", null)
    .where("course.deleted_at", "is", null)
    .executeTakeFirst();
}
