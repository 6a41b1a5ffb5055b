import { sql } from "kysely";
import type { SpokenLanguage } from "~/features/videos/listing/spoken-language";
import type { Db } from "~/platform/db.server";
import type { Cue } from "./cue";
import type { SkippedCue } from "./read-captions";

/** How many wrong cues of a file are stored with their lines. */
const maxSkippedStored = 100;

/** SQL expression: the captions of a video, by language. `isGenerated`: nobody has read them yet. */
export const captionsOfVideo = sql<{ language: SpokenLanguage; isGenerated: boolean }[]>`coalesce((
  SELECT jsonb_agg(jsonb_build_object('language', language, 'isGenerated', is_generated) ORDER BY language)
  FROM video_captions WHERE video_captions.video_id = videos.id), '[]')`;

/** Finds the cues of a video in a language. The caller must have checked that the viewer may watch. */
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

/** Lists the captions of a video for its creator, by language. The caller must have checked that it is their own. */
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

/** Adds captions to a video or replaces those of the same language. */
export async function saveCaptions(db: Db, captions: NewCaptions): Promise<void> {
  const { key, content } = toRow(captions, false);
  await db
    .insertInto("video_captions")
    .values({ ...key, ...content })
    .onConflict((conflict) => conflict.columns(["video_id", "language"]).doUpdateSet(content))
    .execute();
}

/** Adds generated captions to a video or replaces generated ones; a creator's own in this language stay. */
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

/** Deletes a video's captions in one language, or all of them. */
export async function deleteCaptions(
  db: Db,
  { videoId, language }: { videoId: string; language?: SpokenLanguage },
): Promise<void> {
  const ofVideo = db.deleteFrom("video_captions").where("video_id", "=", videoId);
  await (language ? ofVideo.where("language", "=", language) : ofVideo).execute();
}
