import { type RawBuilder, sql } from "kysely";

/** SQL condition: the video has been paid for, or its payment may still arrive. */
export function isSold(): RawBuilder<boolean> {
  return sql<boolean>`EXISTS (SELECT FROM sales
    WHERE sales.video_id = videos.id AND sales.status IN ('completed', 'pending', 'processing'))`;
}

/** SQL condition: a boleto or Pix code was issued and is not paid yet. */
export function isAwaited(): RawBuilder<boolean> {
  return sql<boolean>`EXISTS (SELECT FROM sales
    WHERE sales.video_id = videos.id AND sales.status = 'processing' AND sales.paid_at IS NULL)`;
}

/** SQL condition: the video has a sale of any status, which needs its record. */
export function hasSales(): RawBuilder<boolean> {
  return sql<boolean>`EXISTS (SELECT FROM sales WHERE sales.video_id = videos.id)`;
}

/**
 * SQL condition: no one watches the video or ever will. It has no sales, or all failed and ended before
 * `failedBefore`.
 */
export function isUnsoldFor({ failedBefore }: { failedBefore: Date }): RawBuilder<boolean> {
  return sql<boolean>`NOT EXISTS (SELECT FROM sales WHERE sales.video_id = videos.id
    AND (sales.status <> 'failed' OR greatest(sales.created_at, sales.checkout_expires_at) >= ${failedBefore}))`;
}
