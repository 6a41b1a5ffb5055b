import { type RawBuilder, sql } from "kysely";

/**
 * The condition that a video's whole file has been received: it is published, or waits for the streaming service. From
 * then on it is among its creator's videos. A course has no file.
 */
export function isFileReceived(): RawBuilder<boolean> {
  return sql<boolean>`(published_at IS NOT NULL OR video_type = 'course' OR EXISTS (
    SELECT FROM video_streams WHERE video_id = videos.id AND sent_at IS NOT NULL))`;
}
