import { sql } from "kysely";

/**
 * The condition of videos for sale: published, not deleted, neither the video nor its creator suspended, and not sold
 * only in courses while one of them is for sale. Implies the condition of the index videos_shop_idx.
 */
export const inShop = sql<boolean>`${isOffered("videos")}
  AND (videos.sold_alone OR NOT EXISTS (SELECT FROM course_lessons JOIN videos AS seller ON seller.id = course_id
    WHERE course_lessons.video_id = videos.id AND removed_at IS NULL AND ${isOffered("seller")}))`;

/**
 * SQL condition: a video or course is published, not deleted, and neither it nor its creator is suspended. `alias`: the
 * name of its row of `videos` in the statement.
 */
export function isOffered(alias: string) {
  const column = (name: string) => sql.ref(`${alias}.${name}`);
  return sql<boolean>`${column("published_at")} IS NOT NULL AND ${column("deleted_at")} IS NULL
    AND ${column("suspended_at")} IS NULL AND NOT ${column("creator_suspended")}`;
}
