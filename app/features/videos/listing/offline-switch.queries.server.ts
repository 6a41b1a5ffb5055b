import { sql } from "kysely";
import type { Db } from "~/platform/db.server";

/**
 * SQL condition on `videos`: its creator lets learners keep it on a device. A lesson may not be kept if one of its
 * courses may not.
 */
export const isOfflineAllowed = sql<boolean>`(videos.offline_allowed IS TRUE AND NOT EXISTS (
  SELECT FROM course_lessons JOIN videos AS course ON course.id = course_id
  WHERE course_lessons.video_id = videos.id AND removed_at IS NULL AND course.offline_allowed IS FALSE))`;

/**
 * SQL condition on `videos`: a device can keep its file, which is in our own store or at the streaming service, unless
 * that could not make its MP4.
 */
export const hasKeepableFile = sql<boolean>`(video_type = 'cloudflare' AND file_removed_at IS NULL
  AND CASE WHEN cloudflare_video_id IS NULL THEN video_url IS NOT NULL
    ELSE EXISTS (SELECT FROM video_streams WHERE video_streams.video_id = videos.id
      AND video_streams.state = 'ready' AND video_streams.mp4_bytes IS DISTINCT FROM 0) END)`;

/** SQL value: whether a device may keep the outer query's product; null without a file to keep. */
export const offlineState = sql<
  "allowed" | "refused" | null
>`CASE WHEN ${hasKeepableFile} OR video_type = 'course' THEN CASE WHEN ${isOfflineAllowed} THEN 'allowed' ELSE 'refused' END END`;

/**
 * With the lessons of a course. `productId`: undefined for all products for which the creator was never asked.
 * Returns whether there were any.
 */
export async function allowOffline(
  db: Db,
  { creatorId, productId, allowed }: { creatorId: string; productId?: string; allowed: boolean },
): Promise<boolean> {
  const chosen = productId
    ? sql`(id = ${productId} OR id IN (SELECT video_id FROM course_lessons
        WHERE course_id = ${productId} AND removed_at IS NULL))`
    : sql`offline_allowed IS NULL`;
  const { numAffectedRows } = await sql`
    UPDATE videos SET offline_allowed = ${allowed} WHERE creator_id = ${creatorId} AND deleted_at IS NULL AND ${chosen}`.execute(
    db,
  );
  return (numAffectedRows ?? 0n) > 0n;
}

/** SQL condition: a creator has files on sale for which they were never asked whether learners may keep them. */
export const isOfflineUnasked = (creatorId: string) => sql<boolean>`EXISTS (
  SELECT FROM videos WHERE creator_id = ${creatorId} AND published_at IS NOT NULL AND deleted_at IS NULL
    AND offline_allowed IS NULL AND ${hasKeepableFile})`;
