import { creatorOfVideo } from "~/features/shop/creators/creators.queries.server";
import { coursesWithVideo } from "~/features/videos/courses/course-lessons.queries.server";
import { attachmentFacts } from "~/features/videos/lesson-files/attachments.queries.server";
import { captionsOfVideo } from "~/features/videos/lesson-files/captions.queries.server";
import { inShop, isAddressed, maxAlike, topicName } from "~/features/videos/listing/listing.queries.server";
import { chooseByAddress, type VideoAddress } from "~/features/videos/listing/video-address";
import { toConversion } from "~/features/videos/media/conversions.queries.server";
import { cardColumns } from "~/features/videos/pictures/video-cards.queries.server";
import { defaultLocale, type Locale } from "~/i18n/languages";
import type { Db } from "~/platform/db.server";

/** The topic's name is in `locale`. Nothing in it says where the video itself is. */
export async function findSalesPageVideo(db: Db, address: VideoAddress, locale: Locale = defaultLocale) {
  const rows = await db
    .selectFrom("videos")
    .innerJoin("creator_profiles", "creator_profiles.user_id", "videos.creator_id")
    .leftJoin("conversions", "conversions.video_id", "videos.id")
    .leftJoin("topics", "topics.slug", "videos.topic_slug")
    .select([
      ...cardColumns,
      "description",
      "videos.creator_id",
      "creator_profiles.full_name as creator_name",
    ])
    .select([
      "outcomes",
      "spoken_language",
      "video_type",
      "certifies",
      "duration_seconds",
      "content_updated_at",
      "published_at",
      "price_since",
      "review_count",
      "rating_total",
      "rating_counts",
      "creator_profiles.portrait_key",
    ])
    .select([
      captionsOfVideo.as("captions"),
      attachmentFacts.as("attachments"),
      coursesWithVideo.as("courses"),
    ])
    .select(["conversions.state", "conversions.percent", "conversions.reason"])
    .select(["videos.topic_slug", topicName(locale).as("topic_name")])
    .select(creatorOfVideo(db).as("creator"))
    .select(["preview_kind", "preview_status", "preview_key", "preview_length", "preview_youtube_id"])
    .where(isAddressed(address))
    .where(inShop)
    .orderBy("videos.created_at")
    .limit(maxAlike)
    .execute();
  const row = chooseByAddress(rows, address);
  if (!row) return undefined;
  const { state, percent, reason, ...video } = row;
  return { ...video, conversion: state ? toConversion({ state, percent, reason }) : undefined };
}

export type SalesPageVideo = NonNullable<Awaited<ReturnType<typeof findSalesPageVideo>>>;
