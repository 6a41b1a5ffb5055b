import { holdingFacts } from "~/features/orders/checkout/holdings.queries.server";
import type { Db } from "~/platform/db.server";

/**
 * Finds the video of a stored file, including its file before a conversion, the rungs of its ladder and the files that
 * come with it, with what the viewer has of it.
 */
export async function findWatchedFile(db: Db, { key, viewerId }: { key: string; viewerId: string }) {
  return db
    .selectFrom("videos")
    .leftJoin("video_streams", "video_streams.video_id", "videos.id")
    .select([
      "creator_id",
      "published_at",
      "deleted_at",
      "videos.suspended_at",
      "creator_suspended",
      "state",
      "sent_at",
      holdingFacts(viewerId).as("holding"),
    ])
    .where(({ eb, or, selectFrom }) =>
      or([
        eb("video_url", "=", key),
        eb("replaced_url", "=", key),
        eb(
          "videos.id",
          "=",
          selectFrom("video_rungs").select("video_rungs.video_id").where("storage_key", "=", key),
        ),
        eb(
          "videos.id",
          "=",
          selectFrom("video_attachments").select("video_attachments.video_id").where("storage_key", "=", key),
        ),
      ]),
    )
    .executeTakeFirst();
}
