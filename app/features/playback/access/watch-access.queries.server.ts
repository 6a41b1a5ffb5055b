import { type RawBuilder, sql } from "kysely";
import { hasAccess } from "~/features/videos/listing/access-grants.queries.server";

/**
 * SQL expression on `videos`: whether a person may watch a video. The same as `owner` or `bought` of
 * `decideWatchAccess`, for statements that write only then; `tests/features/playback/access/watch-access.test.ts`
 * compares the two.
 */
export function mayWatch(userId: string): RawBuilder<boolean> {
  return sql<boolean>`(videos.published_at IS NOT NULL AND (${hasAccess(userId)} OR (
    videos.creator_id = ${userId} AND videos.deleted_at IS NULL)))`;
}
