import { wasGranted } from "~/features/videos/listing/access-grants.queries.server";
import { lockingCoursesFirst } from "~/features/videos/listing/listing.queries.server";
import type { Db } from "~/platform/db.server";
import {
  type Conversion,
  type ConversionReason,
  type ConversionState,
  conversionReasons,
  isTriedAgain,
} from "./conversion";

interface ConversionRow {
  state: ConversionState;
  percent: number | null;
  reason: ConversionReason | null;
}

export function toConversion({ state, percent, reason }: ConversionRow): Conversion {
  if (state === "running") return { state, percent };
  if (state === "failed") return { state, reason: reason ?? "unreadable" };
  return { state };
}

/** For a query that joins `conversions` (`readConversion`). */
export const conversionColumns = [
  "conversions.state as conversion_state",
  "conversions.percent as conversion_percent",
  "conversions.reason as conversion_reason",
] as const;

interface ConversionColumns {
  conversion_state: ConversionState | null;
  conversion_percent: number | null;
  conversion_reason: ConversionReason | null;
}

export function readConversion({
  conversion_state: state,
  conversion_percent: percent,
  conversion_reason: reason,
}: ConversionColumns): Conversion | undefined {
  return state ? toConversion({ state, percent, reason }) : undefined;
}

export async function listConversions(
  db: Db,
  videoIds: readonly string[],
): Promise<Record<string, Conversion>> {
  if (videoIds.length === 0) return {};
  const rows = await db
    .selectFrom("conversions")
    .select(["video_id", "state", "percent", "reason"])
    .where("video_id", "in", videoIds)
    .execute();
  return Object.fromEntries(rows.map((row) => [row.video_id, toConversion(row)]));
}

/** Ends any run; with `runId`, leaves a run with another id alone. */
export async function noteConversion(
  db: Db,
  videoId: string,
  { now, runId, ...conversion }: Exclude<Conversion, { state: "running" }> & { now: Date; runId?: string },
): Promise<void> {
  const values = {
    state: conversion.state,
    reason: conversion.state === "failed" ? conversion.reason : null,
    percent: null,
    run_id: null,
    updated_at: now,
  };
  // The lock keeps the video until the row that names it is written.
  const video = await db
    .selectFrom("videos")
    .select("id")
    .where("id", "=", videoId)
    .forKeyShare()
    .executeTakeFirst();
  if (!video) return;
  await db
    .insertInto("conversions")
    .values({ video_id: videoId, ...values })
    .onConflict((conflict) => {
      const update = conflict.column("video_id").doUpdateSet(values);
      if (runId === undefined) return update;
      return update.where((eb) =>
        eb.or([eb("conversions.run_id", "=", runId), eb("conversions.run_id", "is", null)]),
      );
    })
    .execute();
}

export async function beginRun(
  db: Db,
  { videoId, runId, now }: { videoId: string; runId: string; now: Date },
): Promise<void> {
  const values = { state: "running" as const, reason: null, percent: null, run_id: runId, updated_at: now };
  await db
    .insertInto("conversions")
    .values({ video_id: videoId, ...values })
    .onConflict((conflict) => conflict.column("video_id").doUpdateSet(values))
    .execute();
}

/** The heartbeat of a run. Returns whether it is still the run of an existing video. */
export async function reportRun(
  db: Db,
  { videoId, runId, percent, now }: { videoId: string; runId: string; percent: number | null; now: Date },
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable("conversions")
    .set({ percent, updated_at: now })
    .where("video_id", "=", videoId)
    .where("run_id", "=", runId)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

export async function endConversion(db: Db, videoId: string): Promise<void> {
  await db.deleteFrom("conversions").where("video_id", "=", videoId).execute();
}

/**
 * `leaving`: it is being deleted, being out of the shop without buyers. `locks`: keeps a deletion from beginning until
 * the transaction ends.
 */
export async function findConvertible(db: Db, videoId: string, { locks = false } = {}) {
  const row = await db
    .selectFrom("videos")
    .select(["video_url", "deleted_at"])
    .select(({ or, exists, selectFrom }) =>
      or([
        exists(selectFrom("sales").select("sales.id").whereRef("sales.video_id", "=", "videos.id")),
        wasGranted(),
      ]).as("sold"),
    )
    .where("id", "=", videoId)
    .where("published_at", "is not", null)
    .$if(locks, (query) => query.forUpdate())
    .executeTakeFirst();
  return row && { videoUrl: row.video_url, leaving: row.deleted_at !== null && !row.sold };
}

/** For `suspendUnreadable` later in the transaction. */
export async function lockWithCourses(trx: Db, videoId: string): Promise<void> {
  await lockingCoursesFirst(videoId).execute(trx);
}

/**
 * Its buyers keep access, and an administrator may restore it. Changes nothing while another run is at work, or if
 * the video has another file.
 */
export async function suspendUnreadable(
  trx: Db,
  { videoId, videoUrl, now }: { videoId: string; videoUrl: string; now: Date },
): Promise<void> {
  await trx
    .updateTable("videos")
    .set({ suspended_at: now })
    .where("id", "=", videoId)
    .where("video_url", "=", videoUrl)
    .where("published_at", "is not", null)
    .where("suspended_at", "is", null)
    .where(({ exists, selectFrom }) =>
      exists(
        selectFrom("conversions")
          .select("video_id")
          .whereRef("video_id", "=", "videos.id")
          .where("state", "=", "failed")
          .where("reason", "=", "unreadable"),
      ),
    )
    .execute();
}

export async function findVideoCreator(db: Db, videoId: string): Promise<string | undefined> {
  const row = await db.selectFrom("videos").select("creator_id").where("id", "=", videoId).executeTakeFirst();
  return row?.creator_id;
}

export async function setVideoUrl(db: Db, videoId: string, videoUrl: string): Promise<void> {
  await db
    .updateTable("videos")
    .set(({ ref }) => ({ replaced_url: ref("video_url"), video_url: videoUrl }))
    .where("id", "=", videoId)
    .execute();
}

/**
 * At most a hundred: silent runs, those that failed for a reason that passes, and, if `able`, those that nothing
 * could convert so far.
 */
export async function listStuckConversions(
  db: Db,
  { silentSince, failedSince, able }: { silentSince: Date; failedSince: Date; able: boolean },
): Promise<{ id: string; videoUrl: string }[]> {
  const rows = await db
    .selectFrom("conversions")
    .innerJoin("videos", "videos.id", "conversions.video_id")
    .select(["videos.id", "video_url"])
    .where((eb) =>
      eb.or([
        eb.and([eb("state", "=", "running"), eb("conversions.updated_at", "<", silentSince)]),
        eb.and([
          eb("state", "=", "failed"),
          eb("reason", "in", conversionReasons.filter(isTriedAgain)),
          eb("conversions.updated_at", "<", failedSince),
        ]),
        ...(able ? [eb("state", "=", "unavailable")] : []),
      ]),
    )
    .orderBy("conversions.updated_at")
    .limit(100)
    .execute();
  return rows.flatMap(({ id, video_url }) => (video_url === null ? [] : [{ id, videoUrl: video_url }]));
}
