import type { Db } from "~/platform/db.server";
import { addJob } from "~/platform/jobs/jobs.queries.server";
import type { Services } from "~/platform/services";
import { tryEach } from "~/platform/try-each";
import { containerOf } from "./conversion";
import { listStuckConversions, noteConversion } from "./conversions.queries.server";

/**
 * Has a stored video looked at and, where browsers need it, converted; in the transaction that publishes it. What
 * certainly needs it is shown as waiting at once. Another kind of address is left alone.
 */
export async function queueConversion(
  db: Db,
  { videoId, videoUrl, now }: { videoId: string; videoUrl: string | null; now: Date },
): Promise<void> {
  const container = videoUrl ? containerOf(videoUrl) : undefined;
  if (!videoUrl || !container) return;
  if (container !== "mp4") await noteConversion(db, videoId, { state: "waiting", now });
  await addJob(db, "convert-video", { videoId, videoUrl }, { key: keyOf(videoId) });
}

/** Has a stored video looked at again, not before `runAt`. */
export async function convertLater(
  db: Db,
  { videoId, videoUrl, runAt }: { videoId: string; videoUrl: string; runAt: Date },
): Promise<void> {
  await addJob(db, "convert-video", { videoId, videoUrl }, { key: keyOf(videoId), runAt });
}

const keyOf = (videoId: string) => `convert:${videoId}`;

/** In milliseconds: a run without a heartbeat for so long was killed. */
const silentMs = 120_000;

/**
 * In milliseconds: when a conversion that failed for lack of room or of the store is retried, after the queue gave up.
 */
const failedMs = 12 * 3_600_000;

/** Restarts the conversions of killed processes, and those that no process could do so far. */
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
  if (stuck.length > 0) log.info({ videos: stuck.length }, "begins conversions again");
  const resume = ({ id: videoId, videoUrl }: (typeof stuck)[number]) =>
    db.transaction().execute(async (trx) => {
      await noteConversion(trx, videoId, { state: "waiting", now });
      await queueConversion(trx, { videoId, videoUrl, now });
    });
  await tryEach(stuck, resume, {
    onFailure: (error, { id: videoId }) =>
      log.error({ err: error, videoId }, "a conversion could not be begun again"),
  });
}
