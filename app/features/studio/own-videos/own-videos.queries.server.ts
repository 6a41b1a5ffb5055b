import {
  isAwaited,
  isFileReceived,
  mayBeWatched,
  mustKeepRecord,
} from "~/features/studio/deletion/delete-video.queries.server";
import { typedTitle } from "~/features/studio/uploads/unpublished.queries.server";
import {
  type SellingCourse,
  sellingCourse,
  soldOnlyByIt,
} from "~/features/videos/courses/course-lessons.queries.server";
import { inShop } from "~/features/videos/listing/listing.queries.server";
import type { VideoType } from "~/features/videos/listing/youtube-link";
import type { Conversion } from "~/features/videos/media/conversion";
import { conversionColumns, readConversion } from "~/features/videos/media/conversions.queries.server";
import { ladderFailure } from "~/features/videos/media/ladders.queries.server";
import type { LadderReason } from "~/features/videos/media/rungs";
import type { StreamStatus } from "~/features/videos/media/stream-status";
import {
  cardColumns,
  cardText,
  type VideoCardRow,
  videosPerPage,
} from "~/features/videos/pictures/video-cards.queries.server";
import type { Db } from "~/platform/db.server";
import { type Cursor, type Page, toPage } from "~/platform/keyset";

interface OwnStreamRow {
  state: StreamStatus | null;
  percent: number | null;
  failure: string | null;
  failure_code: string | null;
}

interface OwnVideoFacts {
  video_type: VideoType;
  published_at: Date | null;
  suspended_at: Date | null;
  sold: boolean;
  awaited: boolean;
  sales_count: number;
  review_count: number;
  rating_total: number;
  views: number;
  ladder_failure: LadderReason | null;
  sold_alone: boolean;
  /** The course that sells it, if it is sold only in courses. */
  selling_course: SellingCourse | null;
  /** Videos that are sold alone again if this course is deleted. */
  sold_by_it: number;
  conversion: Conversion | undefined;
  unpublished: { is_held: boolean | null; sent_at: Date | null } | undefined;
}

export async function listOwnVideos(
  db: Db,
  { creatorId, after }: { creatorId: string; after?: Cursor },
): Promise<Page<VideoCardRow & OwnStreamRow & OwnVideoFacts>> {
  let query = db
    .selectFrom("videos")
    .leftJoin("video_streams", "video_streams.video_id", "videos.id")
    .leftJoin("conversions", "conversions.video_id", "videos.id")
    .leftJoin("unpublished_videos", "unpublished_videos.video_id", "videos.id")
    .leftJoin("resumable_uploads", "resumable_uploads.video_id", "videos.id")
    .select([
      "unpublished_videos.revision",
      typedTitle.as("typed_title"),
      "is_held",
      "sent_at",
      ...cardColumns,
      cardText,
      ...conversionColumns,
      "video_type",
      "published_at",
      "suspended_at",
      "video_streams.state",
      "video_streams.percent",
      "failure",
      "failure_code",
      "sales_count",
      "review_count",
      "rating_total",
      "sold_alone",
      sellingCourse.as("selling_course"),
      soldOnlyByIt.as("sold_by_it"),
    ])
    .leftJoin("video_views", "video_views.video_id", "videos.id")
    .select(({ fn, val }) => fn.coalesce("video_views.number", val(0)).as("views"))
    .select([mayBeWatched().as("sold"), isAwaited().as("awaited"), ladderFailure.as("ladder_failure")])
    .where("creator_id", "=", creatorId)
    .where("deleted_at", "is", null)
    .where(({ or, eb }) =>
      or([
        eb("published_at", "is not", null),
        eb("sent_at", "is not", null),
        eb("unpublished_videos.revision", "is not", null),
      ]),
    )
    .orderBy("created_at", "desc")
    .orderBy("id", "desc")
    .limit(videosPerPage + 1);
  if (after) {
    query = query.where(({ eb, refTuple, tuple }) =>
      eb(refTuple("created_at", "id"), "<", tuple(after.createdAt, after.id)),
    );
  }
  const rows = await query.execute();
  return toPage(
    rows.map(
      ({
        conversion_state,
        conversion_percent,
        conversion_reason,
        revision,
        typed_title,
        is_held,
        sent_at,
        ...video
      }) => ({
        ...video,
        title: typed_title ?? video.title,
        unpublished: revision === null ? undefined : { is_held, sent_at },
        conversion: readConversion({ conversion_state, conversion_percent, conversion_reason }),
      }),
    ),
    videosPerPage,
  );
}

export async function findOwnVideo(
  db: Db,
  { creatorId, videoId, hidden = false }: { creatorId: string; videoId: string; hidden?: boolean },
) {
  return db
    .selectFrom("videos")
    .select([...cardColumns, "video_url", "cloudflare_video_id"])
    .select([mayBeWatched().as("sold"), isAwaited().as("awaited"), mustKeepRecord().as("must_keep_record")])
    .select(soldOnlyByIt.as("sold_by_it"))
    .where("id", "=", videoId)
    .where("creator_id", "=", creatorId)
    .where(isFileReceived())
    .where("deleted_at", hidden ? "is not" : "is", null)
    .executeTakeFirst();
}

export async function findSharedVideo(
  db: Db,
  { creatorId, videoId }: { creatorId: string; videoId: string },
) {
  return db
    .selectFrom("videos")
    .select(["id", "title", "price_cents", "currency", "thumbnail_url", "outcomes", "preview_status"])
    .where("id", "=", videoId)
    .where("creator_id", "=", creatorId)
    .where(inShop)
    .executeTakeFirst();
}
