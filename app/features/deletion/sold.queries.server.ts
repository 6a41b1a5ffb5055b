import { type RawBuilder, sql } from "kysely";

/** The condition that someone can watch a video or may soon: it is paid for, or its payment may still come. */
export function isSold(): RawBuilder<boolean> {
  return sql<boolean>`EXISTS (SELECT FROM sales
    WHERE sales.video_id = videos.id AND sales.status IN ('completed', 'pending', 'processing'))`;
}

/** The condition that a payment for a video is on its way: a boleto or Pix code was issued and not paid yet. */
export function isAwaited(): RawBuilder<boolean> {
  return sql<boolean>`EXISTS (SELECT FROM sales
    WHERE sales.video_id = videos.id AND sales.status = 'processing' AND sales.paid_at IS NULL)`;
}

/** The condition that anyone ever began to buy a video, however it ended: their sale needs its record. */
export function hasSales(): RawBuilder<boolean> {
  return sql<boolean>`EXISTS (SELECT FROM sales WHERE sales.video_id = videos.id)`;
}

/**
 * The condition that nobody watches a video and nobody will: no sale of it, or all failed and begun, their checkouts
 * ended, before a time.
 */
export function isUnsoldFor({ failedBefore }: { failedBefore: Date }): RawBuilder<boolean> {
  return sql<boolean>`NOT EXISTS (SELECT FROM sales WHERE sales.video_id = videos.id
    AND (sales.status <> 'failed' OR greatest(sales.created_at, sales.checkout_expires_at) >= ${failedBefore}))`;
}
