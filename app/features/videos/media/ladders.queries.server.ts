import { sql } from "kysely";
import { wasGranted } from "~/features/videos/listing/access-grants.queries.server";
import type { RungFacts, RungSegment } from "~/integrations/conversion/converter";
import type { Db } from "~/platform/db.server";
import { addJob } from "~/platform/jobs/jobs.queries.server";
import type { LadderReason } from "./rungs";
import { type ListedRung, measureBandwidth } from "./write-playlist";

/** SQL condition: every rung of the video's present file is made. */
export const hasLadder = sql<boolean>`EXISTS (SELECT FROM video_ladders
  WHERE video_ladders.video_id = videos.id AND video_ladders.state = 'ready'
    AND video_ladders.source_key = videos.video_url)`;

/** SQL expression: why the ladder of the video's present file could not be made, or null. */
export const ladderFailure = sql<LadderReason | null>`(SELECT reason FROM video_ladders
  WHERE video_ladders.video_id = videos.id AND video_ladders.source_key = videos.video_url)`;

/** Unless the ladder of this file is ready or failed. Returns whether it waits. */
export async function beginLadder(
  trx: Db,
  { videoId, sourceKey, now }: { videoId: string; sourceKey: string; now: Date },
): Promise<boolean> {
  // The lock keeps the video until the row that names it is written.
  const video = await trx
    .selectFrom("videos")
    .select("id")
    .where("id", "=", videoId)
    .where("video_url", "=", sourceKey)
    .where("file_removed_at", "is", null)
    .forKeyShare()
    .executeTakeFirst();
  if (!video) return false;
  await dropLadder(trx, videoId, { exceptOf: sourceKey });
  const values = { state: "waiting" as const, reason: null, updated_at: now };
  const { numInsertedOrUpdatedRows } = await trx
    .insertInto("video_ladders")
    .values({ video_id: videoId, source_key: sourceKey, ...values })
    .onConflict((conflict) =>
      conflict.column("video_id").doUpdateSet(values).where("video_ladders.state", "=", "waiting"),
    )
    .executeTakeFirst();
  return (numInsertedOrUpdatedRows ?? 0n) > 0n;
}

export async function dropLadder(
  trx: Db,
  videoId: string,
  { exceptOf }: { exceptOf?: string } = {},
): Promise<void> {
  const ladder = await trx
    .selectFrom("video_ladders")
    .select(["source_key", "sound_key", "frames_key"])
    .where("video_id", "=", videoId)
    .forUpdate()
    .executeTakeFirst();
  if (!ladder || ladder.source_key === exceptOf) return;
  for (const key of [ladder.sound_key, ladder.frames_key])
    if (key) await addJob(trx, "remove-replaced-file", { key });
  const rungs = await trx
    .deleteFrom("video_rungs")
    .where("video_id", "=", videoId)
    .returning("storage_key")
    .execute();
  for (const { storage_key: key } of rungs) await addJob(trx, "remove-replaced-file", { key });
  await trx.deleteFrom("video_ladders").where("video_id", "=", videoId).execute();
}

/** `sides`: short sides of the complete rungs. `leaving`: the video is out of the shop without buyers. */
export async function findWaitingLadder(
  db: Db,
  { videoId, sourceKey }: { videoId: string; sourceKey: string },
) {
  return db
    .selectFrom("video_ladders")
    .innerJoin("videos", "videos.id", "video_ladders.video_id")
    .select(({ exists, selectFrom, not, eb, and }) =>
      and([
        eb("deleted_at", "is not", null),
        not(exists(selectFrom("sales").select("sales.id").whereRef("sales.video_id", "=", "videos.id"))),
        not(wasGranted()),
      ]).as("leaving"),
    )
    .select(
      sql<number[]>`ARRAY(SELECT short_side FROM video_rungs WHERE video_rungs.video_id = videos.id
        AND segments IS NOT NULL)`.as("sides"),
    )
    .where("video_ladders.video_id", "=", videoId)
    .where("source_key", "=", sourceKey)
    .where("video_url", "=", sourceKey)
    .where("state", "=", "waiting")
    .executeTakeFirst();
}

interface Attempt {
  videoId: string;
  sourceKey: string;
  shortSide: number;
  key: string;
}

/**
 * Recorded before its file is written; the file of the attempt before is removed. Returns false if the ladder does
 * not wait for it any more.
 */
export async function beginRung(trx: Db, { videoId, sourceKey, shortSide, key }: Attempt): Promise<boolean> {
  if (!(await lockLadder(trx, { videoId, sourceKey }))) return false;
  const before = await trx
    .selectFrom("video_rungs")
    .select("storage_key")
    .where("video_id", "=", videoId)
    .where("short_side", "=", shortSide)
    .executeTakeFirst();
  if (before) await addJob(trx, "remove-replaced-file", { key: before.storage_key });
  await trx
    .insertInto("video_rungs")
    .values({ video_id: videoId, short_side: shortSide, storage_key: key })
    .onConflict((conflict) =>
      conflict.columns(["video_id", "short_side"]).doUpdateSet({ storage_key: key, ...noFacts }),
    )
    .execute();
  return true;
}

const noFacts = {
  bytes: null,
  width: null,
  height: null,
  peak_bandwidth: null,
  average_bandwidth: null,
  codecs: null,
  frame_rate: null,
  init_bytes: null,
  segments: null,
};

/** Returns false if another attempt or a deletion came between: nothing names the file then. */
export async function endRung(
  trx: Db,
  { videoId, sourceKey, shortSide, key, facts }: Attempt & { facts: RungFacts },
): Promise<boolean> {
  if (!(await lockLadder(trx, { videoId, sourceKey }))) return false;
  const { peak, average } = measureBandwidth(facts.segments);
  const { numUpdatedRows } = await trx
    .updateTable("video_rungs")
    .set({
      bytes: facts.bytes,
      width: facts.width,
      height: facts.height,
      peak_bandwidth: peak,
      average_bandwidth: average,
      codecs: facts.codecs,
      frame_rate: facts.frameRate,
      init_bytes: facts.initBytes,
      segments: JSON.stringify(facts.segments.map(({ microseconds, bytes }) => [microseconds, bytes])),
    })
    .where("video_id", "=", videoId)
    .where("short_side", "=", shortSide)
    .where("storage_key", "=", key)
    .where("segments", "is", null)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

async function lockLadder(trx: Db, { videoId, sourceKey }: { videoId: string; sourceKey: string }) {
  return trx
    .selectFrom("video_ladders")
    .select("video_id")
    .where("video_id", "=", videoId)
    .where("source_key", "=", sourceKey)
    .where("state", "=", "waiting")
    .forUpdate()
    .executeTakeFirst();
}

/** Only a ladder that waits changes. */
export async function noteLadder(
  db: Db,
  videoId: string,
  state: ({ state: "waiting" | "ready" } | { state: "failed"; reason: LadderReason }) & { now: Date },
): Promise<void> {
  await db
    .updateTable("video_ladders")
    .set({
      state: state.state,
      reason: state.state === "failed" ? state.reason : null,
      updated_at: state.now,
    })
    .where("video_id", "=", videoId)
    .where("state", "=", "waiting")
    .execute();
}

interface StoredRung extends ListedRung {
  storageKey: string;
}

/** Of a ladder that is ready, the smallest first. The caller must have checked that the viewer may watch. */
export async function listRungs(db: Db, videoId: string): Promise<StoredRung[]> {
  const rows = await db
    .selectFrom("videos")
    .innerJoin("video_rungs", "video_rungs.video_id", "videos.id")
    .select([
      "short_side",
      "storage_key",
      "video_rungs.width",
      "video_rungs.height",
      "peak_bandwidth",
      "average_bandwidth",
      "codecs",
      "frame_rate",
    ])
    .where("videos.id", "=", videoId)
    .where(hasLadder)
    .orderBy("short_side")
    .execute();
  return rows.map((row) => ({
    shortSide: row.short_side,
    storageKey: row.storage_key,
    width: row.width ?? 0,
    height: row.height ?? 0,
    peakBandwidth: row.peak_bandwidth ?? 0,
    averageBandwidth: row.average_bandwidth ?? 0,
    codecs: row.codecs ?? "",
    frameRate: row.frame_rate ?? 0,
  }));
}

/** Of a ladder that is ready. The caller must have checked that the viewer may watch. */
export async function findRung(db: Db, { videoId, shortSide }: { videoId: string; shortSide: number }) {
  const row = await db
    .selectFrom("videos")
    .innerJoin("video_rungs", "video_rungs.video_id", "videos.id")
    .select(["storage_key", "init_bytes", "segments"])
    .where("videos.id", "=", videoId)
    .where("short_side", "=", shortSide)
    .where(hasLadder)
    .executeTakeFirst();
  if (!row?.init_bytes) return undefined;
  const pairs = row.segments as unknown as [number, number][];
  const segments: RungSegment[] = pairs.map(([microseconds, bytes]) => ({ microseconds, bytes }));
  return { storageKey: row.storage_key, initBytes: row.init_bytes, segments };
}

/** Of our own store, with their conversion done, published before a time, the newest first. */
export async function listVideosWithoutLadder(
  db: Db,
  { publishedBefore, limit }: { publishedBefore: Date; limit: number },
): Promise<{ id: string; videoUrl: string }[]> {
  const rows = await db
    .selectFrom("videos")
    .select(["id", "video_url"])
    .where("video_type", "=", "cloudflare")
    .where("cloudflare_video_id", "is", null)
    .where("published_at", "<", publishedBefore)
    .where("deleted_at", "is", null)
    .where("video_url", "like", "%.mp4")
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom("conversions").select("video_id").whereRef("conversions.video_id", "=", "videos.id"),
        ),
      ),
    )
    .where(
      sql<boolean>`NOT EXISTS (SELECT FROM video_ladders
        WHERE video_ladders.video_id = videos.id AND video_ladders.source_key = videos.video_url)`,
    )
    .orderBy("published_at", "desc")
    .limit(limit)
    .execute();
  return rows.flatMap(({ id, video_url }) => (video_url === null ? [] : [{ id, videoUrl: video_url }]));
}

export async function listStuckLadders(
  db: Db,
  { since, limit }: { since: Date; limit: number },
): Promise<{ videoId: string; sourceKey: string }[]> {
  const rows = await db
    .selectFrom("video_ladders")
    .select(["video_id", "source_key"])
    .where("state", "=", "waiting")
    .where("updated_at", "<", since)
    .orderBy("updated_at")
    .limit(limit)
    .execute();
  return rows.map(({ video_id, source_key }) => ({ videoId: video_id, sourceKey: source_key }));
}

export async function countWaitingLadders(db: Db, limit: number): Promise<number> {
  const waiting = await db
    .selectFrom("video_ladders")
    .select("video_id")
    .where("state", "=", "waiting")
    .limit(limit)
    .execute();
  return waiting.length;
}
