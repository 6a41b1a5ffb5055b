import { sql } from "kysely";
import type { FrameSheet } from "~/integrations/conversion/converter";
import type { Db } from "~/platform/db.server";
import { addJob } from "~/platform/jobs/jobs.queries.server";
import { hasLadder } from "./ladders.queries.server";

export interface LadderExtras {
  /** Key of the sound alone; null if the video has none. */
  sound: string | null;
  frames: FrameSheet;
}

/** SQL value: the extras of the outer query's video; null before they are made. */
export const ladderExtras = sql<LadderExtras | null>`(SELECT jsonb_build_object('sound', sound_key, 'frames', frames)
  FROM video_ladders WHERE video_ladders.video_id = videos.id AND extras = 'ready' AND ${hasLadder})`;

interface LadderSource {
  videoId: string;
  sourceKey: string;
}

interface Attempt extends LadderSource {
  keys: { sound: string; frames: string };
}

/**
 * Recorded before the files are written; those of the attempt before are removed. Returns false if the ladder is not
 * ready or has its extras.
 */
export async function beginExtras(trx: Db, { videoId, sourceKey, keys }: Attempt): Promise<boolean> {
  const ladder = await trx
    .selectFrom("video_ladders")
    .select(["sound_key", "frames_key"])
    .where("video_id", "=", videoId)
    .where("source_key", "=", sourceKey)
    .where("state", "=", "ready")
    .where("extras", "is", null)
    .forUpdate()
    .executeTakeFirst();
  if (!ladder) return false;
  for (const key of [ladder.sound_key, ladder.frames_key])
    if (key) await addJob(trx, "remove-replaced-file", { key });
  await trx
    .updateTable("video_ladders")
    .set({ sound_key: keys.sound, frames_key: keys.frames })
    .where("video_id", "=", videoId)
    .execute();
  return true;
}

/**
 * `made`: undefined for a fault of the file, which stays. Returns false if another attempt or a deletion came
 * between.
 */
export async function endExtras(
  db: Db,
  { videoId, keys }: Omit<Attempt, "sourceKey">,
  made: { soundBytes: number | undefined; frames: FrameSheet } | undefined,
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable("video_ladders")
    .set({
      extras: made ? "ready" : "failed",
      sound_key: made?.soundBytes ? keys.sound : null,
      sound_bytes: made?.soundBytes ?? null,
      frames_key: made ? keys.frames : null,
      frames: made ? JSON.stringify(made.frames) : null,
    })
    .where("video_id", "=", videoId)
    .where("frames_key", "=", keys.frames)
    .where("extras", "is", null)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

/** Key of the image of small pictures. The caller must have checked that the viewer may watch. */
export async function findFrames(db: Db, videoId: string): Promise<string | undefined> {
  const row = await db
    .selectFrom("videos")
    .innerJoin("video_ladders", "video_ladders.video_id", "videos.id")
    .select("frames_key")
    .where("videos.id", "=", videoId)
    .where("extras", "=", "ready")
    .where(hasLadder)
    .executeTakeFirst();
  return row?.frames_key ?? undefined;
}

/** Those unchanged since a time, the oldest first; marks them as changed now. */
export async function takeLaddersWithoutExtras(
  db: Db,
  { since, now, limit }: { since: Date; now: Date; limit: number },
): Promise<LadderSource[]> {
  const { rows } = await sql<LadderSource>`
    UPDATE video_ladders SET updated_at = ${now} WHERE video_id IN (
      SELECT video_id FROM video_ladders WHERE state = 'ready' AND extras IS NULL AND updated_at < ${since}
      ORDER BY updated_at LIMIT ${limit} FOR UPDATE SKIP LOCKED)
    RETURNING video_id AS "videoId", source_key AS "sourceKey"`.execute(db);
  return rows;
}
