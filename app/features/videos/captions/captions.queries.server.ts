import { sql } from "kysely";
import type { SpokenLanguage } from "~/features/videos/listing/spoken-language";
import type { Db } from "~/platform/db.server";
import type { Cue } from "./cue";
import type { SkippedCue } from "./read-captions";

/** How many wrong cues of a file are stored with their lines. */
const maxSkippedStored = 100;

/** SQL expression: the languages of a video's captions, sorted. */
export const captionLanguages = sql<SpokenLanguage[]>`ARRAY(
  SELECT language FROM video_captions WHERE video_captions.video_id = videos.id ORDER BY language)`;

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
    .select(["language", "skipped", "skipped_count", sql<number>`jsonb_array_length(cues)`.as("cue_count")])
    .where("video_id", "=", videoId)
    .orderBy("language")
    .execute();
  return rows.map(({ language, skipped, skipped_count, cue_count }) => ({
    language,
    cueCount: cue_count,
    skippedCount: skipped_count,
    skipped: skipped as unknown as SkippedCue[],
  }));
}

/** Adds captions to a video or replaces those of the same language. */
export async function saveCaptions(
  db: Db,
  captions: {
    videoId: string;
    language: SpokenLanguage;
    cues: readonly Cue[];
    skipped: readonly SkippedCue[];
    now: Date;
  },
): Promise<void> {
  const content = {
    cues: JSON.stringify(captions.cues),
    skipped: JSON.stringify(captions.skipped.slice(0, maxSkippedStored)),
    skipped_count: captions.skipped.length,
    updated_at: captions.now,
  };
  await db
    .insertInto("video_captions")
    .values({ video_id: captions.videoId, language: captions.language, ...content })
    .onConflict((conflict) => conflict.columns(["video_id", "language"]).doUpdateSet(content))
    .execute();
}

/** Deletes a video's captions in one language, or all of them. */
export async function deleteCaptions(
  db: Db,
  { videoId, language }: { videoId: string; language?: SpokenLanguage },
): Promise<void> {
  const ofVideo = db.deleteFrom("video_captions").where("video_id", "=", videoId);
  await (language ? ofVideo.where("language", "=", language) : ofVideo).execute();
}
