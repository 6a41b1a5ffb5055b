import { type RawBuilder, sql } from "kysely";

/**
 * The condition that a video's file is whole: it is published, or the streaming service has it and prepares it. From
 * then on it is among its creator's videos.
 */
export function isWhole(): RawBuilder<boolean> {
  return sql<boolean>`(published_at IS NOT NULL OR EXISTS (
    SELECT FROM video_streams WHERE video_id = videos.id AND sent_at IS NOT NULL))`;
}
