import type { Db } from "~/platform/db.server";
import { addJob } from "~/platform/jobs/jobs.queries.server";
import type { Services } from "~/platform/services";
import { tryEach } from "~/platform/try-each";
import { containerOf } from "./conversion";
import { listStuckConversions, noteConversion } from "./conversions.queries.server";
import { takeLaddersWithoutExtras } from "./ladder-extras.queries.server";
import {
  beginLadder,
  countWaitingLadders,
  listStuckLadders,
  listVideosWithoutLadder,
} from "./ladders.queries.server";

/**
 * In the transaction that publishes. What certainly needs a conversion is shown as waiting at once. Another kind of
 * address is left alone.
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

export async function convertLater(
  db: Db,
  { videoId, videoUrl, runAt }: { videoId: string; videoUrl: string; runAt: Date },
): Promise<void> {
  await addJob(db, "convert-video", { videoId, videoUrl }, { key: keyOf(videoId), runAt });
}

const keyOf = (videoId: string) => `convert:${videoId}`;

/** In milliseconds: a run without a heartbeat for so long was killed. */
const silentMs = 120_000;

/** In milliseconds: when a failure for lack of room or of the store is retried, after the queue gave up. */
const failedMs = 12 * 3_600_000;

/** Those of killed processes, and those that no process could do so far. */
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

type Needs = Pick<Services, "db" | "clock" | "converter" | "streaming" | "env" | "log">;

/** It has FFmpeg, no streaming service, which makes its own, and the setting does not disable them. */
function makesLadders({
  converter,
  streaming,
  env,
}: Pick<Needs, "converter" | "streaming" | "env">): boolean {
  return converter !== undefined && streaming === undefined && env.VIDEO_LADDER === "on";
}

interface LadderSource {
  videoId: string;
  sourceKey: string;
}

/** Behind conversions and previews, whose videos do not play everywhere meanwhile. */
const priority = 10;

/** Or its extras; in the transaction that makes the ladder wait for them. */
export async function queueRung(trx: Db, source: LadderSource): Promise<void> {
  await addJob(trx, "make-rung", source, { key: `ladder:${source.videoId}`, priority });
}

/** Of a stored MP4 that plays everywhere, if this server makes any. */
export async function queueLadder(
  trx: Db,
  services: Omit<Needs, "db" | "log">,
  source: LadderSource,
): Promise<void> {
  if (!makesLadders(services) || !source.sourceKey.endsWith(".mp4")) return;
  if (await beginLadder(trx, { ...source, now: services.clock() })) await queueRung(trx, source);
}

/** In milliseconds: the job of a ladder that has not changed for this long was given up. */
const givenUpMs = 12 * 3_600_000;

/** In milliseconds: the conversion of a younger video may not have begun. */
const settledMs = 3_600_000;

/** Ladders of older videos that wait at once. */
const waitingMax = 10;

/** Those whose jobs were given up, and those of videos from before there were any, a bounded number at a time. */
export async function resumeLadders(services: Needs): Promise<void> {
  const { db, clock, log } = services;
  if (!makesLadders(services)) return;
  const now = clock().getTime();
  const stuck = await listStuckLadders(db, { since: new Date(now - givenUpMs), limit: waitingMax });
  const free = waitingMax - (await countWaitingLadders(db, waitingMax));
  const older =
    free > 0
      ? await listVideosWithoutLadder(db, { publishedBefore: new Date(now - settledMs), limit: free })
      : [];
  const sources = [...stuck, ...older.map(({ id, videoUrl }) => ({ videoId: id, sourceKey: videoUrl }))];
  if (sources.length > 0) log.info({ videos: sources.length }, "queues ladders");
  await tryEach(sources, (each) => db.transaction().execute((trx) => queueLadder(trx, services, each)), {
    onFailure: (error, { videoId }) => log.error({ err: error, videoId }, "a ladder could not be queued"),
  });
  await db.transaction().execute(async (trx) => {
    const since = new Date(now - givenUpMs);
    const bare = await takeLaddersWithoutExtras(trx, { since, now: clock(), limit: waitingMax });
    for (const each of bare) await queueRung(trx, each);
  });
}
