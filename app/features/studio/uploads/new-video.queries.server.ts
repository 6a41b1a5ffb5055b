import { isFileReceived } from "~/features/studio/deletion/received-file.queries.server";
import { dropAttachments } from "~/features/videos/lesson-files/attachments.queries.server";
import type { SpokenLanguage } from "~/features/videos/listing/spoken-language";
import type { VideoType } from "~/features/videos/listing/youtube-link";
import type { PreviewColumns } from "~/features/videos/media/preview-columns";
import { dropPreview } from "~/features/videos/media/previews.queries.server";
import type { Database, Db } from "~/platform/db.server";

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

/** Records a video, not yet published. Returns its id. */
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

/** Publishes a recorded video: from now on it is in the shop. */
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

/** Deletes the record of a failed upload alone, which even a full database does. Returns whether it was deleted. */
export async function deleteRecord(db: Db, videoId: string): Promise<boolean> {
  const { numDeletedRows } = await db
    .deleteFrom("videos")
    .where("id", "=", videoId)
    .where("published_at", "is", null)
    .executeTakeFirst();
  return numDeletedRows > 0n;
}

/**
 * Deletes an unpublished video's record, and has its trailer and the files that come with it removed. Returns whether it
 * was deleted.
 */
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
 * Lists what uploads left behind, at most a hundred: incomplete records begun before `begunBefore` that nobody can open, and records
 * closed before `closedBefore`, with where the bytes of a resumable upload are.
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
