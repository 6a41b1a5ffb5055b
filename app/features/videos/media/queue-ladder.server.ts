import type { Db } from "~/platform/db.server";
import { addJob } from "~/platform/jobs/jobs.queries.server";
import type { Services } from "~/platform/services";
import { tryEach } from "~/platform/try-each";
import {
  beginLadder,
  countWaitingLadders,
  listStuckLadders,
  listVideosWithoutLadder,
} from "./ladders.queries.server";

type Needs = Pick<Services, "db" | "clock" | "converter" | "streaming" | "env" | "log">;

/**
 * Returns whether this server makes ladders: it has FFmpeg, no streaming service, which makes its own, and the setting
 * does not disable them.
 */
function makesLadders({
  converter,
  streaming,
  env,
}: Pick<Needs, "converter" | "streaming" | "env">): boolean {
  return converter !== undefined && streaming === undefined && env.VIDEO_LADDER === "on";
}

interface Wanted {
  videoId: string;
  sourceKey: string;
}

/** Behind conversions and previews, whose videos do not play everywhere meanwhile. */
const priority = 10;

/** Has the next rung of a ladder made; in the transaction that makes the ladder wait for it. */
export async function queueRung(trx: Db, wanted: Wanted): Promise<void> {
  await addJob(trx, "make-rung", wanted, { key: `ladder:${wanted.videoId}`, priority });
}

/** Has the ladder of a stored MP4 made that plays everywhere, where this server makes any; in a transaction. */
export async function queueLadder(
  trx: Db,
  services: Omit<Needs, "db" | "log">,
  wanted: Wanted,
): Promise<void> {
  if (!makesLadders(services) || !wanted.sourceKey.endsWith(".mp4")) return;
  if (await beginLadder(trx, { ...wanted, now: services.clock() })) await queueRung(trx, wanted);
}

/** A ladder that has not changed for this long, in milliseconds, is queued again: its job was given up. */
const givenUpMs = 12 * 3_600_000;

/** Before a video is this old, in milliseconds, its conversion may not have begun. */
const settledMs = 3_600_000;

/** As many ladders of older videos wait at once. */
const waitingMax = 10;

/**
 * Queues ladders again whose jobs were given up, and those of videos from before there were ladders, a bounded number
 * at a time.
 */
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
  const wanted = [...stuck, ...older.map(({ id, videoUrl }) => ({ videoId: id, sourceKey: videoUrl }))];
  if (wanted.length > 0) log.info({ videos: wanted.length }, "queues ladders");
  await tryEach(wanted, (each) => db.transaction().execute((trx) => queueLadder(trx, services, each)), {
    onFailure: (error, { videoId }) => log.error({ err: error, videoId }, "a ladder could not be queued"),
  });
}
