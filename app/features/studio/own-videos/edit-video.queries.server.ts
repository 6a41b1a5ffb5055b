import { sql } from "kysely";
import { creatorFeeBp } from "~/features/money/fees/creator-fees.queries.server";
import { type OwnVideo, typedTitle } from "~/features/studio/uploads/unpublished.queries.server";
import { hasKeepableFile } from "~/features/videos/listing/offline-switch.queries.server";
import type { SpokenLanguage } from "~/features/videos/listing/spoken-language";
import type { Db } from "~/platform/db.server";

const editable = [
  "id",
  "published_at",
  "description",
  "price_cents",
  "currency",
  "thumbnail_url",
  "topic_slug",
  "spoken_language",
  "duration_seconds",
  "outcomes",
  "video_type",
  "youtube_url",
  "preview_kind",
  "preview_status",
  "preview_seconds",
  "preview_start",
  "preview_youtube_id",
] as const;

/** SQL condition: a course of any status has the video as a lesson. */
const isLesson = sql<boolean>`EXISTS (SELECT FROM course_lessons JOIN videos AS course ON course.id = course_id
  WHERE course_lessons.video_id = videos.id AND removed_at IS NULL AND course.deleted_at IS NULL)`;

function selectEditable(db: Db, { creatorId, videoId }: OwnVideo) {
  return db
    .selectFrom("videos")
    .select(editable)
    .select(({ fn }) => fn.coalesce(typedTitle, "title").as("title"))
    .select([
      "sold_alone",
      isLesson.as("is_lesson"),
      "offline_allowed",
      hasKeepableFile.as("has_keepable_file"),
    ])
    .where("id", "=", videoId)
    .where("creator_id", "=", creatorId)
    .where((eb) =>
      eb.or([
        eb("published_at", "is not", null),
        eb("video_type", "=", "course"),
        eb.exists(
          eb.selectFrom("unpublished_videos").select("video_id").whereRef("video_id", "=", "videos.id"),
        ),
      ]),
    )
    .where("deleted_at", "is", null);
}

export async function countParts(db: Db, videoId: string) {
  return db
    .selectNoFrom((eb) => [
      eb
        .selectFrom("video_captions")
        .select(sql<string[]>`coalesce(array_agg(language ORDER BY language), '{}')`.as("languages"))
        .where("video_id", "=", videoId)
        .as("captions"),
      eb
        .selectFrom("video_attachments")
        .select(({ fn }) => fn.countAll<number>().as("files"))
        .where("video_id", "=", videoId)
        .as("files"),
    ])
    .executeTakeFirstOrThrow();
}

export async function findEditableVideo(db: Db, ownVideo: OwnVideo) {
  return selectEditable(db, ownVideo).executeTakeFirst();
}

/** `share_bp`: the platform's share of a sale made now, in basis points. */
export async function findVideoToEdit(db: Db, ownVideo: OwnVideo, now: Date) {
  return selectEditable(db, ownVideo)
    .select(creatorFeeBp("videos.creator_id", now).as("share_bp"))
    .executeTakeFirst();
}

export async function lockEditableVideo(db: Db, ownVideo: OwnVideo) {
  return selectEditable(db, ownVideo).forUpdate().executeTakeFirst();
}

/** Undefined fields stay as they are. `contentUpdatedAt`: the time of a change of the texts. */
export async function updateVideoDetails(
  db: Db,
  { creatorId, videoId }: OwnVideo,
  details: {
    title: string;
    description: string;
    priceCents: number;
    topicSlug: string | null;
    spokenLanguage?: SpokenLanguage | null | undefined;
    thumbnailUrl?: string;
    outcomes?: string[];
    contentUpdatedAt?: Date;
  },
): Promise<void> {
  await db
    .updateTable("videos")
    .set({
      title: details.title,
      description: details.description,
      price_cents: details.priceCents,
      topic_slug: details.topicSlug,
      ...(details.spokenLanguage !== undefined ? { spoken_language: details.spokenLanguage } : {}),
      ...(details.thumbnailUrl ? { thumbnail_url: details.thumbnailUrl } : {}),
      ...(details.outcomes ? { outcomes: details.outcomes } : {}),
      ...(details.contentUpdatedAt ? { content_updated_at: details.contentUpdatedAt } : {}),
    })
    .where("id", "=", videoId)
    .where("creator_id", "=", creatorId)
    .execute();
}

/** Only a video that is in a course can be sold only in courses. Returns whether it changed. */
export async function setSoldAlone(
  db: Db,
  { creatorId, videoId, soldAlone }: OwnVideo & { soldAlone: boolean },
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable("videos")
    .set({ sold_alone: soldAlone })
    .where("id", "=", videoId)
    .where("creator_id", "=", creatorId)
    .where("sold_alone", "<>", soldAlone)
    .where("deleted_at", "is", null)
    .where(({ lit, or }) => or([lit(soldAlone), isLesson]))
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}
