import { randomUUID } from "node:crypto";
import { playLinkSeconds } from "~/features/base/files/link-lifetime";
import { ConversionFailed, conversionMaxMs, type StagedFile } from "~/integrations/conversion/converter";
import { addJob } from "~/platform/jobs/jobs.queries.server";
import type { Services } from "~/platform/services";
import { type ConversionReason, containerOf, convertedKey, isTriedAgain } from "./conversion";
import {
  beginRun,
  endConversion,
  findConvertible,
  lockWithCourses,
  noteConversion,
  reportRun,
  setVideoUrl,
  suspendUnreadable,
} from "./conversions.queries.server";
import { convertLater, queueLadder } from "./queue-conversion.server";
import { queueVideoFacts } from "./read-video-facts.server";
import { postVideoMail, queueUnreadableMails } from "./record-stream-status.server";

type Needs = Pick<Services, "db" | "storage" | "streaming" | "clock" | "env" | "log" | "converter">;

/** In milliseconds, between a run's progress reports. */
const reportEveryMs = 3_000;

/** In milliseconds: when a video that is being deleted is looked at again. */
const leavingMs = 60_000;

class RunOver extends Error {
  override readonly name = "RunOver";
}

/**
 * Makes a published video play everywhere: if needed, puts an MP4 beside the file, points the record to it, and has
 * the old file removed once no link to it can be playing. Until then, and if it fails, the old one plays as before;
 * an unreadable one is taken off sale. Idempotent. `videoUrl`: the file's key when the job was queued. Throws what
 * the queue should retry; a fault of the file is recorded.
 */
export async function convertVideo(
  services: Needs,
  { videoId, videoUrl: from }: { videoId: string; videoUrl: string },
  shutDown: AbortSignal = new AbortController().signal,
): Promise<void> {
  const { db, storage, clock, log, converter } = services;
  const container = containerOf(from);
  if (!container) return;
  const video = await findConvertible(db, videoId);
  if (video?.videoUrl !== from || video.leaving) {
    // It is being deleted, and stays if that fails.
    if (video?.leaving && video.videoUrl === from)
      return convertLater(db, { videoId, videoUrl: from, runAt: new Date(clock().getTime() + leavingMs) });
    // Switched by now, or gone: what a killed run may have left goes, unless it is the video.
    if (video?.videoUrl === convertedKey(from)) await endConversion(db, videoId);
    else await storage.remove(convertedKey(from));
    return;
  }
  if (!converter) {
    if (container === "mp4") return;
    const now = clock();
    await db.transaction().execute((trx) => noteConversion(trx, videoId, { state: "unavailable", now }));
    return;
  }

  const run = new Run(services, videoId, shutDown);
  try {
    // A file that certainly needs a conversion is marked at once; an MP4 only once a problem is found.
    if (container !== "mp4") await run.begin();
    const file = await storage.open(from, { signal: run.signal });
    if (!file) throw new ConversionFailed("unreadable", new Error("the file is not there"));
    const { body, bytes } = file;
    const staged = await converter.take(body, { bytes, container, signal: run.signal });
    try {
      if (staged.plays) {
        await db.transaction().execute(async (trx) => {
          await endConversion(trx, videoId);
          await queueLadder(trx, services, { videoId, sourceKey: from });
        });
        return;
      }
      if (container === "mp4") await run.begin();
      await replace(services, { videoId, from, staged, run });
    } finally {
      await staged.release();
    }
    log.info({ videoId }, "a video was converted");
  } catch (error) {
    if (run.signal.reason instanceof RunOver) return;
    const reason = reasonOf(error);
    const { id: runId } = run;
    const now = clock();
    await db.transaction().execute(async (trx) => {
      if (shutDown.aborted) return noteConversion(trx, videoId, { state: "waiting", runId, now });
      if (reason === "unreadable") await lockWithCourses(trx, videoId);
      await noteConversion(trx, videoId, { state: "failed", reason, runId, now });
      if (reason === "unreadable") {
        await suspendUnreadable(trx, { videoId, videoUrl: from, now });
        await queueUnreadableMails(trx, videoId, from);
      }
      if (!isTriedAgain(reason))
        await postVideoMail(trx, { videoId, kind: "videoFailed", about: from, reason });
    });
    log.warn({ err: error, videoId, reason }, "a video was not converted");
    if (shutDown.aborted || isTriedAgain(reason)) throw error;
  } finally {
    run.end();
  }
}

/** Updates the record after storing, unless the video's file has changed meanwhile. */
async function replace(
  services: Needs,
  { videoId, from, staged, run }: { videoId: string; from: string; staged: StagedFile; run: Run },
): Promise<void> {
  const { db, storage, clock } = services;
  const to = convertedKey(from);
  const { body } = await staged.convert({
    signal: run.signal,
    onPercent: (percent) => {
      run.percent = percent;
    },
  });
  await storage.put(to, body, { signal: run.signal });
  const switched = await db.transaction().execute(async (trx) => {
    const video = await findConvertible(trx, videoId, { locks: true });
    if (video?.videoUrl !== from || video.leaving) return video?.videoUrl === to;
    await setVideoUrl(trx, videoId, to);
    await endConversion(trx, videoId);
    await queueVideoFacts(trx, videoId);
    await queueLadder(trx, services, { videoId, sourceKey: to });
    await postVideoMail(trx, { videoId, kind: "videoReady", about: to });
    // Current viewers have links to the old file, and may seek in it until these expire.
    const runAt = new Date(clock().getTime() + playLinkSeconds * 1000);
    await addJob(trx, "remove-replaced-file", { key: from }, { runAt });
    return true;
  });
  if (!switched) await storage.remove(to);
}

function reasonOf(error: unknown): ConversionReason {
  if (error instanceof ConversionFailed) return error.fault;
  return "storeAway";
}

/** Reports progress to the database, and learns from it when to stop. */
class Run {
  percent: number | null = null;
  readonly id = randomUUID();
  private readonly over = new AbortController();
  private timer: NodeJS.Timeout | undefined;
  readonly signal: AbortSignal;

  constructor(
    private readonly services: Needs,
    private readonly videoId: string,
    shutDown: AbortSignal,
  ) {
    this.signal = AbortSignal.any([shutDown, this.over.signal]);
  }

  async begin(): Promise<void> {
    const { db, clock, log } = this.services;
    const { videoId, id: runId } = this;
    await beginRun(db, { videoId, runId, now: clock() });
    let waiting = false;
    this.timer = setInterval(async () => {
      if (waiting) return;
      waiting = true;
      try {
        const lives = await reportRun(db, { videoId, runId, percent: this.percent, now: clock() });
        if (!lives) this.over.abort(new RunOver("another run, or no video"));
      } catch (error) {
        log.warn({ err: error, videoId }, "the state of a conversion could not be noted");
      } finally {
        waiting = false;
      }
    }, reportEveryMs);
  }

  end(): void {
    clearInterval(this.timer);
  }
}

/** Work folders that a killed process left, older than any run can be. */
export async function sweepConversions({
  converter,
  log,
}: Pick<Services, "converter" | "log">): Promise<void> {
  // By the machine's own time, which is what files are dated by.
  const folders = await converter?.sweepTemporary(new Date(Date.now() - conversionMaxMs - 3_600_000));
  if (folders) log.info({ folders }, "swept what conversions left");
}
