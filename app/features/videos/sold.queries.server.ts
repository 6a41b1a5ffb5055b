import { type RawBuilder, sql } from "kysely";

/** The condition that someone can watch a video or may soon: it is paid for, or its payment may still come. */
export function isSold(): RawBuilder<boolean> {
  return sql<boolean>`EXISTS (SELECT FROM sales
    WHERE sales.video_id = videos.id AND sales.status IN ('completed', 'pending', 'processing'))`;
}

/** The condition that anyone ever began to buy a video, however it ended: their sale needs its record. */
export function hasSales(): RawBuilder<boolean> {
  return sql<boolean>`EXISTS (SELECT FROM sales WHERE sales.video_id = videos.id)`;
}
