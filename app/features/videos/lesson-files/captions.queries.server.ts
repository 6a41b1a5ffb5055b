import { sql } from "kysely";
import type { SpokenLanguage } from "~/features/videos/listing/spoken-language";
import type { Db } from "~/platform/db.server";
import { addJob } from "~/platform/jobs/jobs.queries.server";
import type { Cue, SkippedCue } from "./caption-files";

const maxSkippedStored = 100;

/** `isGenerated`: nobody has read them yet. */
export const captionsOfVideo = sql<{ language: SpokenLanguage; isGenerated: boolean }[]>`coalesce((
  SELECT jsonb_agg(jsonb_build_object('language', language, 'isGenerated', is_generated) ORDER BY language)
  FROM video_captions WHERE video_captions.video_id = videos.id), '[]')`;

/** The caller must have checked that the viewer may watch. */
export async function findCues(
  db: Db,
  { videoId, language }: { videoId: string; language: SpokenLanguage },
): Promise<Cue[] | undefined> {
  const row = await db
    .selectFrom("video_captions")
    .select("cues")
    .where("video_id", "=", videoId)
    .where("language", "=", language)
    .executeTakeFirst();
  return row?.cues as unknown as Cue[] | undefined;
}

export interface CaptionOf {
  video_id: string;
  title: string;
  description: string;
  duration_seconds: number | null;
  language: SpokenLanguage;
  cues: Cue[];
}

/**
 * In the order of `ids`, each in the preferred language, else the spoken one. Videos without captions are left out.
 * The caller must have checked that the viewer may watch.
 */
export async function listCaptionsOf(
  db: Db,
  ids: readonly string[],
  preferred: string,
): Promise<CaptionOf[]> {
  const { rows } = await sql<CaptionOf>`
    SELECT DISTINCT ON (place) video_id, title, description, duration_seconds, language, cues
    FROM unnest(${[...ids]}::uuid[]) WITH ORDINALITY AS wanted (id, place)
      JOIN videos ON videos.id = wanted.id JOIN video_captions ON video_id = videos.id
    ORDER BY place, language = ${preferred} DESC, language = spoken_language DESC NULLS LAST, language`.execute(
    db,
  );
  return rows;
}

/** By language. The caller must have checked that it is the creator's own. */
export async function listCaptions(db: Db, videoId: string) {
  const rows = await db
    .selectFrom("video_captions")
    .select([
      "language",
      "is_generated",
      "skipped",
      "skipped_count",
      sql<number>`jsonb_array_length(cues)`.as("cue_count"),
    ])
    .where("video_id", "=", videoId)
    .orderBy("language")
    .execute();
  return rows.map(({ language, is_generated, skipped, skipped_count, cue_count }) => ({
    language,
    isGenerated: is_generated,
    cueCount: cue_count,
    skippedCount: skipped_count,
    skipped: skipped as unknown as SkippedCue[],
  }));
}

interface NewCaptions {
  videoId: string;
  language: SpokenLanguage;
  cues: readonly Cue[];
  skipped: readonly SkippedCue[];
  now: Date;
}

export async function saveCaptions(db: Db, captions: NewCaptions): Promise<void> {
  const { key, content } = toRow(captions, false);
  await db
    .insertInto("video_captions")
    .values({ ...key, ...content })
    .onConflict((conflict) => conflict.columns(["video_id", "language"]).doUpdateSet(content))
    .execute();
}

/** Replaces generated captions; a creator's own in this language stay. */
export async function saveGeneratedCaptions(db: Db, captions: NewCaptions): Promise<void> {
  const { key, content } = toRow(captions, true);
  await db
    .insertInto("video_captions")
    .values({ ...key, ...content })
    .onConflict((conflict) =>
      conflict
        .columns(["video_id", "language"])
        .doUpdateSet(content)
        .where("video_captions.is_generated", "=", true),
    )
    .execute();
}

function toRow({ videoId, language, cues, skipped, now }: NewCaptions, isGenerated: boolean) {
  return {
    key: { video_id: videoId, language },
    content: {
      cues: JSON.stringify(cues),
      skipped: JSON.stringify(skipped.slice(0, maxSkippedStored)),
      skipped_count: skipped.length,
      is_generated: isGenerated,
      updated_at: now,
    },
  };
}

export async function deleteCaptions(
  db: Db,
  { videoId, language }: { videoId: string; language?: SpokenLanguage },
): Promise<void> {
  const ofVideo = db.deleteFrom("video_captions").where("video_id", "=", videoId);
  await (language ? ofVideo.where("language", "=", language) : ofVideo).execute();
}

/**
 * Undefined unless the streaming service has the video ready. The caller must have checked that it is the creator's
 * own.
 */
export async function findCaptionSource(db: Db, videoId: string) {
  return db
    .selectFrom("videos")
    .innerJoin("video_streams", "video_streams.video_id", "videos.id")
    .leftJoin("caption_orders", "caption_orders.video_id", "videos.id")
    .select(["cloudflare_video_id as uid", "duration_seconds as seconds"])
    .select(["language", "ordered_at", "failed"])
    .where("videos.id", "=", videoId)
    .where("video_streams.state", "=", "ready")
    .where("cloudflare_video_id", "is not", null)
    .where("deleted_at", "is", null)
    .executeTakeFirst();
}

/** Replaces an order that failed. Returns false if one is waiting. */
export async function orderCaptions(
  trx: Db,
  order: { videoId: string; language: SpokenLanguage; now: Date },
): Promise<boolean> {
  const content = { language: order.language, ordered_at: order.now, failed: false };
  const { numInsertedOrUpdatedRows } = await trx
    .insertInto("caption_orders")
    .values({ video_id: order.videoId, ...content })
    .onConflict((conflict) =>
      conflict.column("video_id").doUpdateSet(content).where("caption_orders.failed", "=", true),
    )
    .executeTakeFirst();
  if (numInsertedOrUpdatedRows !== 1n) return false;
  await queueCaptions(trx, order.videoId);
  return true;
}

export async function queueCaptions(db: Db, videoId: string, runAt?: Date): Promise<void> {
  const options = { key: `captions:${videoId}`, ...(runAt ? { runAt } : {}) };
  await addJob(db, "make-captions", { videoId }, options);
}

export async function endCaptionOrder(
  trx: Db,
  { videoId, language }: { videoId: string; language: SpokenLanguage },
): Promise<boolean> {
  const { numDeletedRows } = await trx
    .deleteFrom("caption_orders")
    .where("video_id", "=", videoId)
    .where("language", "=", language)
    .where("failed", "=", false)
    .executeTakeFirst();
  return numDeletedRows === 1n;
}

export async function failCaptionOrder(db: Db, videoId: string): Promise<void> {
  await db.updateTable("caption_orders").set({ failed: true }).where("video_id", "=", videoId).execute();
}

export async function dropCaptionOrder(trx: Db, videoId: string): Promise<void> {
  await trx.deleteFrom("caption_orders").where("video_id", "=", videoId).execute();
}
