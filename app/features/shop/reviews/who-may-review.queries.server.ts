import type { Db } from "~/platform/db.server";

/** Returns whether a person was granted access to a video that is not their own. */
export async function mayReview(
  db: Db,
  { videoId, userId }: { videoId: string; userId: string },
): Promise<boolean> {
  const row = await selectReviewable(db, { videoId, userId }).executeTakeFirst();
  return row !== undefined;
}

export function selectReviewable(db: Db, { videoId, userId }: { videoId: string; userId: string }) {
  return db
    .selectFrom("access_grants")
    .innerJoin("videos", "videos.id", "access_grants.product_id")
    .select("access_grants.id as grant_id")
    .where("access_grants.product_id", "=", videoId)
    .where("access_grants.user_id", "=", userId)
    .where("access_grants.revoked_at", "is", null)
    .where("videos.creator_id", "!=", userId);
}
