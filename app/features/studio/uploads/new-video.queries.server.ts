import { sql } from "kysely";
import { creatorFeeBp } from "~/features/money/fees/creator-fees.queries.server";
import { isFileReceived } from "~/features/studio/deletion/delete-video.queries.server";
import { dropAttachments } from "~/features/videos/lesson-files/attachments.queries.server";
import type { SpokenLanguage } from "~/features/videos/listing/spoken-language";
import type { VideoType } from "~/features/videos/listing/youtube-link";
import type { PreviewColumns } from "~/features/videos/media/preview-columns";
import { dropPreview } from "~/features/videos/media/previews.queries.server";
import { dayMs } from "~/i18n/days";
import type { Database, Db } from "~/platform/db.server";
import type { PublishCount } from "./upload-limits";

export interface NewVideo {
  creatorId: string;
  title: string;
  description: string;
  priceCents: number;
  topicSlug?: string | null;
  spokenLanguage?: SpokenLanguage | null | undefined;
  videoType: VideoType;
  youtubeUrl: string | null;
  /** Where its files will be, recorded before they exist. */
  videoUrl?: string | null;
  thumbnailUrl?: string | null;
  fileName: string | null;
  outcomes?: string[];
  preview?: PreviewColumns;
  now: Date;
}

/** Not yet published. Returns its id. */
export async function insertVideo(db: Db, video: NewVideo): Promise<string> {
  const { id } = await db
    .insertInto("videos")
    .values({
      creator_id: video.creatorId,
      title: video.title,
      description: video.description,
      price_cents: video.priceCents,
      topic_slug: video.topicSlug ?? null,
      spoken_language: video.spokenLanguage ?? null,
      video_type: video.videoType,
      youtube_url: video.youtubeUrl,
      video_url: video.videoUrl ?? null,
      thumbnail_url: video.thumbnailUrl ?? null,
      file_name: video.fileName,
      created_at: video.now,
      ...(video.outcomes ? { outcomes: video.outcomes } : {}),
      ...video.preview,
    })
    .returning("id")
    .executeTakeFirstOrThrow();
  return id;
}

export async function publishVideo(
  db: Db,
  video: { id: string; videoUrl: string | null; thumbnailUrl: string | null; now: Date },
): Promise<void> {
  await db
    .updateTable("videos")
    .set({ video_url: video.videoUrl, thumbnail_url: video.thumbnailUrl, published_at: video.now })
    .where("id", "=", video.id)
    .returning("id")
    .executeTakeFirstOrThrow();
}

/** A full database still deletes. Returns whether it was deleted. */
export async function deleteRecord(db: Db, videoId: string): Promise<boolean> {
  const { numDeletedRows } = await db
    .deleteFrom("videos")
    .where("id", "=", videoId)
    .where("published_at", "is", null)
    .executeTakeFirst();
  return numDeletedRows > 0n;
}

/** Deletes the record, and has its trailer and attachments removed. Returns whether it was deleted. */
export async function deleteUnpublishedVideo(db: Database, videoId: string): Promise<boolean> {
  return db.transaction().execute(async (trx) => {
    const video = await trx
      .selectFrom("videos")
      .select("id")
      .where("id", "=", videoId)
      .where("published_at", "is", null)
      .forUpdate()
      .executeTakeFirst();
    if (!video) return false;
    await dropPreview(trx, videoId);
    await dropAttachments(trx, { videoId });
    return deleteRecord(trx, videoId);
  });
}

/**
 * At most a hundred: incomplete records begun before `begunBefore` that nobody can open, and records closed before
 * `closedBefore`, with where the bytes of a resumable upload are.
 */
export async function listAbandonedVideos(
  db: Db,
  { begunBefore, closedBefore }: { begunBefore: Date; closedBefore: Date },
) {
  return (
    db
      .selectFrom("videos")
      .leftJoin("resumable_uploads", "resumable_uploads.video_id", "videos.id")
      .select([
        "id",
        "creator_id",
        "deleted_at",
        "video_url",
        "cloudflare_video_id",
        "thumbnail_url",
        "bytes",
        "write_handle",
      ])
      .where("published_at", "is", null)
      .where((eb) =>
        eb.or([
          eb.and([
            eb("created_at", "<", begunBefore),
            eb.not(isFileReceived()),
            eb.not(
              eb.exists(
                eb.selectFrom("unpublished_videos").select("video_id").whereRef("video_id", "=", "videos.id"),
              ),
            ),
          ]),
          eb("deleted_at", "<", closedBefore),
        ]),
      )
      // Those never tried first; of the others, whose turn is longest ago (`postponeRemoval`).
      .orderBy("deleted_at", (order) => order.asc().nullsFirst())
      .orderBy("created_at")
      .limit(100)
      .execute()
  );
}

/** Locks the creator: of two that count in order to add one, the second sees what the first added. */
export async function countPublishing(
  trx: Db,
  { creatorId, now }: { creatorId: string; now: Date },
): Promise<PublishCount> {
  const since = new Date(now.getTime() - dayMs);
  const creator = await trx
    .selectFrom("users")
    .select(["email_verified_at", "videos_a_day"])
    .where("id", "=", creatorId)
    .forNoKeyUpdate()
    .executeTakeFirstOrThrow();
  const { rows } = await sql<{ published: number; begun: number; open: number }>`
    SELECT
      (SELECT count(*)::int FROM publications WHERE creator_id = ${creatorId} AND published_at > ${since}) AS published,
      count(*)::int AS begun,
      count(*) FILTER (WHERE NOT EXISTS (
        SELECT FROM video_streams WHERE video_id = videos.id AND sent_at IS NOT NULL))::int AS open
    FROM videos
    WHERE creator_id = ${creatorId} AND published_at IS NULL AND deleted_at IS NULL AND created_at > ${since}
      AND video_type <> 'course'
  `.execute(trx);
  const { published = 0, begun = 0, open = 0 } = rows[0] ?? {};
  return {
    today: published + begun,
    open,
    mailboxProven: creator.email_verified_at !== null,
    ownCeiling: creator.videos_a_day,
  };
}

export async function findCeilingFacts(
  db: Db,
  creatorId: string,
  now: Date,
): Promise<Pick<PublishCount, "mailboxProven" | "ownCeiling"> & { shareBp: number }> {
  const { email_verified_at, videos_a_day, share_bp } = await db
    .selectFrom("users")
    .select(["email_verified_at", "videos_a_day", creatorFeeBp("users.id", now).as("share_bp")])
    .where("id", "=", creatorId)
    .executeTakeFirstOrThrow();
  return { mailboxProven: email_verified_at !== null, ownCeiling: videos_a_day, shareBp: share_bp };
}

export async function forgetOldPublications(db: Db, now: Date): Promise<void> {
  const before = new Date(now.getTime() - 2 * dayMs);
  await db.deleteFrom("publications").where("published_at", "<", before).execute();
}
