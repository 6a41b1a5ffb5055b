import { sql } from "kysely";
import { hourMs } from "~/features/base/money/durations";
import type { Db } from "~/platform/db.server";
import { checkoutsAnHour } from "./checkout-ceiling";

interface Purchase {
  consumerId: string;
  videoId: string;
}

/**
 * Returns whether a new checkout of this video would exceed the buyer's limit in this hour; an open one is not counted
 * again: a caller that sees one need not ask. The caller has locked the buyer until the transaction ends, so that of
 * two at once the second counts the first.
 */
export async function opensTooManyCheckouts(
  trx: Db,
  { consumerId, videoId }: Purchase,
  now: Date,
): Promise<boolean> {
  const hourAgo = new Date(now.getTime() - hourMs);
  // A statement of its own, after the lock: it sees what was committed before the lock was given.
  const { opened, is_open, limit } = await trx
    .selectFrom("sales")
    .select(({ selectFrom }) => [
      sql<number>`count(*) FILTER (WHERE created_at > ${hourAgo})::int`.as("opened"),
      sql<boolean>`coalesce(bool_or(video_id = ${videoId} AND status = 'pending'), false)`.as("is_open"),
      selectFrom("users").select("checkouts_an_hour").where("id", "=", consumerId).as("limit"),
    ])
    .where("consumer_id", "=", consumerId)
    .where(({ or, eb }) =>
      or([
        eb("created_at", ">", hourAgo),
        eb.and([eb("video_id", "=", videoId), eb("status", "=", "pending")]),
      ]),
    )
    .executeTakeFirstOrThrow();
  return !is_open && opened >= (limit ?? checkoutsAnHour);
}
