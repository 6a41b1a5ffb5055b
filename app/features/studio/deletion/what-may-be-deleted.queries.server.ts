import { type RawBuilder, sql } from "kysely";
import {
  isWatchedBySomebody,
  productsWithVideo,
  wasGranted,
} from "~/features/videos/listing/access-grants.queries.server";

/** SQL condition: somebody has access to the video, or a gift of it, or its payment may still arrive. */
export function mayBeWatched(): RawBuilder<boolean> {
  return sql<boolean>`(${isWatchedBySomebody()} OR EXISTS (SELECT FROM sales
    WHERE sales.video_id = ${productsWithVideo} AND (sales.status IN ('pending', 'processing')
      OR (sales.is_gift AND sales.status IN ('completed', 'disputed')))))`;
}

/** SQL condition: a boleto or Pix code was issued and is not paid yet. */
export function isAwaited(): RawBuilder<boolean> {
  return sql<boolean>`EXISTS (SELECT FROM sales
    WHERE sales.video_id = ${productsWithVideo} AND sales.status = 'processing' AND sales.paid_at IS NULL)`;
}

/**
 * SQL condition: the video has a sale of any status or a grant, which need its record. Its deletion only hides it;
 * without one, file and record are deleted at once.
 */
export function mustKeepRecord(): RawBuilder<boolean> {
  return sql<boolean>`(EXISTS (SELECT FROM sales WHERE sales.video_id = ${productsWithVideo}) OR ${wasGranted()})`;
}

/**
 * SQL condition: the file of a deleted video may go, since no one watches it or ever will. Nobody has access, and it
 * has no sales, or all failed and ended before `failedBefore`.
 */
export function mayDeleteFile({ failedBefore }: { failedBefore: Date }): RawBuilder<boolean> {
  return sql<boolean>`NOT ${isWatchedBySomebody()} AND NOT EXISTS (SELECT FROM sales WHERE sales.video_id = ${productsWithVideo}
    AND (sales.status <> 'failed' OR greatest(sales.created_at, sales.checkout_expires_at) >= ${failedBefore}))`;
}
