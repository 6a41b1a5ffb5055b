import type { Db } from "~/platform/db.server";
import { addJob } from "~/platform/jobs.queries.server";
import type { Services } from "~/platform/services";
import { containerOf } from "./conversion";
import { listStuckConversions, noteConversion } from "./conversions.queries.server";

/**
 * Has a stored video looked at and, where browsers need it, converted; in the transaction that publishes it. What certainly
 * needs it is shown as waiting at once. Another kind of address is left alone.
 */
export async function queueConversion(
  db: Db,
  { videoId, videoUrl, now }: { videoId: string; videoUrl: string | null; now: Date },
): Promise<void> {
  const container = videoUrl ? containerOf(videoUrl) : undefined;
  if (!videoUrl || !container) return;
  if (container !== "mp4") await noteConversion(db, videoId, { state: "waiting", now });
  // Looked at five times at most: each may cost an hour of a processor.
  await addJob(db, "convert-video", { videoId, videoUrl }, { key: `convert:${videoId}`, maxAttempts: 5 });
}

/** A run says every few seconds that it lives; one silent for this long, in milliseconds, was killed. */
const silentMs = 120_000;

/** What failed for want of room or of the store is tried again after this, when the queue has given it up; in milliseconds. */
const failedMs = 12 * 3_600_000;

/** Begins again what a killed process was converting, and takes up what no process could convert so far. */
export async function resumeConversions({
  db,
  clock,
  converter,
  log,
}: Pick<Services, "db" | "clock" | "converter" | "log">): Promise<void> {
  const now = clock();
  const silentSince = new Date(now.getTime() - silentMs);
  const failedSince = new Date(now.getTime() - failedMs);
  const able = converter !== undefined;
  const stuck = await listStuckConversions(db, { silentSince, failedSince, able });
  for (const { id: videoId, videoUrl } of stuck) {
    await db.transaction().execute(async (trx) => {
      await noteConversion(trx, videoId, { state: "waiting", now });
      await queueConversion(trx, { videoId, videoUrl, now });
    });
  }
  if (stuck.length > 0) log.info({ videos: stuck.length }, "began conversions again");
}
