import { buffer } from "node:stream/consumers";
import { StreamingError } from "~/integrations/streaming/streaming";
import type { Db } from "~/platform/db.server";
import { addJob } from "~/platform/jobs/jobs.queries.server";
import type { Services } from "~/platform/services";
import { decideNextCheck, nothingYet } from "./stream-status";
import {
  findUnsentFile,
  forgetPlace,
  insertStoredStream,
  noteNotSent,
  notePlace,
  noteSent,
} from "./video-streams.queries.server";

type Needs = Pick<Services, "db" | "storage" | "streaming" | "clock" | "log">;

export async function queueForStream(
  trx: Db,
  { videoId, now }: { videoId: string; now: Date },
): Promise<void> {
  await insertStoredStream(trx, { videoId, now });
  // One at a time: a file takes minutes, and mail uses the same workers.
  await addJob(trx, "send-to-stream", { videoId }, { key: `stream:${videoId}`, queue: "send-to-stream" });
}

class StoredFileMissing extends Error {
  override readonly name = "StoredFileMissing";
}

/**
 * The address is recorded before the first byte, and the service reports how much it has: an interrupted run is
 * resumed, and any number of runs makes one video. The file stays in the store until the service plays it. Throws
 * what the queue should retry; the creator sees it once it lasts (`isFailureShown`).
 */
export async function sendToStream(
  services: Needs,
  { videoId }: { videoId: string },
  shutDown: AbortSignal = new AbortController().signal,
): Promise<void> {
  const { db, clock, log } = services;
  const file = await findUnsentFile(db, videoId);
  if (!file) return;
  try {
    await send(services, videoId, shutDown);
  } catch (error) {
    shutDown.throwIfAborted();
    const missing = error instanceof StoredFileMissing;
    const refused = missing || (error instanceof StreamingError && error.kind === "refused");
    if (isFailureShown({ refused, since: file.since, now: clock() }))
      await noteNotSent(db, videoId, error instanceof Error ? error.message : String(error));
    if (!missing) throw error;
    log.error({ videoId }, "a stored file was gone before it was sent to the streaming service");
  }
}

async function send(services: Needs, videoId: string, signal: AbortSignal): Promise<void> {
  const { db, storage, streaming, clock } = services;
  if (!streaming)
    throw new StreamingError("a file has to go to a streaming service that is not set up", "refused");
  for (let unusable = false; ; ) {
    const file = await findUnsentFile(db, videoId);
    if (!file) return;
    if (unusable) throw new StreamingError("a new upload address accepts nothing", "unavailable");
    const { key, name, creatorId } = file;
    const stored = await storage.find(key);
    if (!stored) throw new StoredFileMissing("the stored file is missing");
    const { bytes } = stored;
    let { place } = file;
    if (!place) {
      const newPlace = await streaming.beginUpload({ bytes, name, creatorId });
      if (!(await db.transaction().execute((trx) => notePlace(trx, { videoId, ...newPlace })))) {
        await streaming.remove(newPlace.uid);
        continue;
      }
      place = newPlace;
    }
    const read = async (start: number, end: number) => {
      const part = await storage.open(key, { range: { start, end: end - 1 }, signal });
      if (!part) throw new StoredFileMissing("the stored file is missing");
      return buffer(part.body);
    };
    const { uid, uploadUrl } = place;
    const outcome = await streaming.send(uploadUrl, { bytes, read }, { signal });
    if (outcome === "gone" && !(await isReceived(uid))) {
      await streaming.remove(uid);
      await db.transaction().execute((trx) => forgetPlace(trx, { videoId, uid }));
      unusable = place !== file.place;
      continue;
    }
    const now = clock();
    const checkAt = decideNextCheck({ ...nothingYet, sent: true, since: now }, now);
    const noted = await db.transaction().execute((trx) => noteSent(trx, { videoId, uid, now, checkAt }));
    // Deleted meanwhile.
    if (!noted) await streaming.remove(uid);
    return;
  }

  async function isReceived(uid: string): Promise<boolean> {
    const state = await streaming?.find(uid);
    return state !== undefined && state.state !== "waiting";
  }
}

/** In milliseconds: an outage that lasts longer is shown to the creator. The queue goes on for another day. */
const shownAfterMs = 2 * 24 * 3_600_000;

/** At once if it will be the same next time (`refused`), otherwise when it has failed for two days. */
export function isFailureShown({
  refused,
  since,
  now,
}: {
  refused: boolean;
  since: Date;
  now: Date;
}): boolean {
  return refused || now.getTime() - since.getTime() >= shownAfterMs;
}
