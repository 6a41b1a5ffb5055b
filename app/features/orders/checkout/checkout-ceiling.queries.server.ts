import { type RawBuilder, sql } from "kysely";
import { hourMs } from "~/features/base/money/day-start";
import type { Db } from "~/platform/db.server";
import { checkoutsAnHour } from "./checkout-reuse";

interface Purchase {
  consumerId: string;
  videoId: string;
}

/**
 * SQL condition: a new checkout of this video would exceed the buyer's limit in this hour; an open one is not counted
 * again. The transaction has locked the buyer by an earlier statement, so that of two at once the second counts the
 * first.
 */
export function exceedsCheckoutCeiling({ consumerId, videoId }: Purchase, now: Date): RawBuilder<boolean> {
  const hourAgo = new Date(now.getTime() - hourMs);
  return sql<boolean>`(SELECT count(*) FILTER (WHERE created_at > ${hourAgo})
        >= coalesce((SELECT checkouts_an_hour FROM users WHERE id = ${consumerId}), ${checkoutsAnHour}::int)
      AND NOT coalesce(bool_or(video_id = ${videoId} AND status = 'pending'), false)
    FROM sales WHERE consumer_id = ${consumerId}
      AND (created_at > ${hourAgo} OR (video_id = ${videoId} AND status = 'pending')))`;
}

/** Returns whether a new checkout would exceed the limit: a caller that sees an open one need not ask. */
export async function opensTooManyCheckouts(db: Db, purchase: Purchase, now: Date): Promise<boolean> {
  const { exceeds } = await db
    .selectNoFrom(exceedsCheckoutCeiling(purchase, now).as("exceeds"))
    .executeTakeFirstOrThrow();
  return exceeds;
}
