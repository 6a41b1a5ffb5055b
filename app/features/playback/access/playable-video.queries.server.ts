import { sql } from "kysely";
import { holdingFacts } from "~/features/orders/checkout/holdings.queries.server";
import { coursesOfViewer, sellingCourse } from "~/features/videos/courses/course-lessons.queries.server";
import { attachmentsToDownload } from "~/features/videos/lesson-files/attachments.queries.server";
import { captionsOfVideo } from "~/features/videos/lesson-files/captions.queries.server";
import { offlineState } from "~/features/videos/listing/offline-switch.queries.server";
import { conversionColumns, readConversion } from "~/features/videos/media/conversions.queries.server";
import { ladderExtras } from "~/features/videos/media/ladder-extras.queries.server";
import { hasLadder } from "~/features/videos/media/ladders.queries.server";
import { cardColumns } from "~/features/videos/pictures/video-cards.queries.server";
import type { Db } from "~/platform/db.server";
import { countOtherPlaces, isStopped } from "./places.queries.server";

/**
 * Returns the video with the viewer's facts. The location may be used only after `decideWatchAccess`. `offline`: whether
 * a device may keep it, null without a file to keep; `paid_sale`: by which the viewer has it, else that of a course with
 * it as a lesson; `selling_course`: if it is not sold alone; `position_seconds`, `watched`, `done_at`: null if never played.
 */
export async function findPlayableVideo(
  db: Db,
  { videoId, viewerId, place }: { videoId: string; viewerId: string; place: string | undefined },
) {
  const row = await db
    .selectFrom("videos")
    .leftJoin("video_streams", "video_streams.video_id", "videos.id")
    .leftJoin("conversions", "conversions.video_id", "videos.id")
    .leftJoin("creator_profiles", "creator_profiles.user_id", "videos.creator_id")
    .leftJoin("watch_positions", (join) =>
      join.onRef("watch_positions.video_id", "=", "videos.id").on("watch_positions.user_id", "=", viewerId),
    )
    .select([
      ...cardColumns,
      "description",
      "creator_id",
      "creator_profiles.full_name as creator_name",
      "creator_profiles.portrait_key",
      "creator_profiles.handle",
      "video_type",
      "video_url",
      "youtube_url",
      "cloudflare_video_id",
      "published_at",
      "deleted_at",
      "file_removed_at",
      "suspended_at",
      "creator_suspended",
      "video_streams.state",
      "video_streams.percent",
      "sent_at",
      ...conversionColumns,
      "has_mp4",
      "spoken_language",
      captionsOfVideo.as("captions"),
      attachmentsToDownload.as("attachments"),
      holdingFacts(viewerId).as("holding"),
      hasLadder.as("has_ladder"),
      sql<number[] | null>`(SELECT array_agg(short_side ORDER BY short_side) FROM video_rungs
        WHERE video_rungs.video_id = videos.id)`.as("rung_sides"),
      ladderExtras.as("extras"),
      coursesOfViewer(viewerId).as("courses"),
      offlineState.as("offline"),
      sellingCourse.as("selling_course"),
      sql<{
        id: string;
        number: string;
      } | null>`(SELECT jsonb_build_object('id', sales.id, 'number', purchase_number)
        FROM sales WHERE consumer_id = ${viewerId} AND status = 'completed' AND NOT is_gift
          AND (sales.video_id = videos.id OR sales.video_id IN (
            SELECT course_id FROM course_lessons WHERE course_lessons.video_id = videos.id))
        ORDER BY sales.video_id = videos.id DESC, sales.created_at DESC LIMIT 1)`.as("paid_sale"),
      countOtherPlaces(viewerId, place ?? "").as("other_places"),
      isStopped({ userId: viewerId, videoId, place: place ?? "" }).as("is_stopped"),
      "creator_profiles.marks_playback",
      "watch_positions.seconds as position_seconds",
      "watched",
      "done_at",
    ])
    .where("videos.id", "=", videoId)
    .executeTakeFirst();
  if (!row) return undefined;
  const { conversion_state, conversion_percent, conversion_reason, ...video } = row;
  return {
    ...video,
    conversion: readConversion({ conversion_state, conversion_percent, conversion_reason }),
  };
}

/** Finds the video of any of its stored files: also one before a conversion, a rendition, its sound, an attachment. */
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
          selectFrom("video_ladders").select("video_ladders.video_id").where("sound_key", "=", key),
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
