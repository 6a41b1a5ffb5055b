import { type RawBuilder, sql } from "kysely";
import type { Db } from "~/platform/db.server";

/**
 * SQL condition: the person has access to the video now, whatever the reason
 * (docs/decisions/0158-access-is-granted.md). `videoId`: by default that of the outer query's video.
 */
export function hasAccess(
  userId: string,
  videoId: RawBuilder<unknown> = sql.ref("videos.id"),
): RawBuilder<boolean> {
  return sql<boolean>`EXISTS (SELECT FROM access_grants
    WHERE user_id = ${userId} AND product_id = ${videoId} AND revoked_at IS NULL)`;
}

/** Returns whether a person has access to a product now, whatever the reason. */
export async function findAccess(
  db: Db,
  { userId, productId }: { userId: string; productId: string },
): Promise<boolean> {
  const { rows } = await sql<{ granted: boolean }>`
    SELECT ${hasAccess(userId, sql`${productId}::uuid`)} AS granted`.execute(db);
  return rows[0]?.granted ?? false;
}

/** SQL condition: somebody has access to the outer query's video now. */
export function isWatchedBySomebody(): RawBuilder<boolean> {
  return sql<boolean>`EXISTS (SELECT FROM access_grants WHERE product_id = videos.id AND revoked_at IS NULL)`;
}

/** SQL condition: somebody has or had access to the outer query's video. */
export function wasGranted(): RawBuilder<boolean> {
  return sql<boolean>`EXISTS (SELECT FROM access_grants WHERE product_id = videos.id)`;
}
