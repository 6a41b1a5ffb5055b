import { sql } from "kysely";
import type { Db } from "~/platform/db.server";

/**
 * Returns a query of the paid purchases, without a refund, of a video that was suspended for an unreadable file, or of
 * a course with that lesson.
 */
function selectUnreadablePurchases(db: Db, videoId: string) {
  return db
    .selectFrom("videos")
    .innerJoin("conversions", "conversions.video_id", "videos.id")
    .innerJoin("sales", (join) =>
      join.on(
        sql<boolean>`(sales.video_id = videos.id OR sales.video_id IN (
          SELECT course_id FROM course_lessons WHERE course_lessons.video_id = videos.id AND removed_at IS NULL))`,
      ),
    )
    .where("videos.id", "=", videoId)
    .where("videos.suspended_at", "is not", null)
    .where("conversions.state", "=", "failed")
    .where("conversions.reason", "=", "unreadable")
    .where("sales.status", "=", "completed")
    .where(
      sql<boolean>`NOT EXISTS (SELECT FROM refunds
        WHERE sale_id = sales.id AND refunds.status NOT IN ('failed', 'returned'))`,
    );
}

/** Lists a page of the people who paid for a video that does not play, ordered by id. */
export async function listUnreadableBuyers(
  db: Db,
  { videoId, after, limit }: { videoId: string; after: string | undefined; limit: number },
): Promise<string[]> {
  const rows = await selectUnreadablePurchases(db, videoId)
    .select("sales.consumer_id")
    .distinct()
    .where("sales.consumer_id", ">", after ?? "00000000-0000-0000-0000-000000000000")
    .orderBy("sales.consumer_id")
    .limit(limit)
    .execute();
  return rows.map(({ consumer_id }) => consumer_id);
}

/** Finds the title of a video that does not play and that a person paid for. */
export async function findUnreadablePurchase(
  db: Db,
  { videoId, userId }: { videoId: string; userId: string },
): Promise<{ title: string } | undefined> {
  return selectUnreadablePurchases(db, videoId)
    .select("videos.title")
    .where("sales.consumer_id", "=", userId)
    .executeTakeFirst();
}
