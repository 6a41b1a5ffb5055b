import { randomBytes } from "node:crypto";
import { ConversionFailed, type StagedFile } from "~/integrations/conversion/converter";
import type { Services } from "~/platform/services";
import { beginExtras, endExtras } from "./ladder-extras.queries.server";
import {
  beginRung,
  dropLadder,
  endRung,
  findWaitingLadder,
  listRungs,
  noteLadder,
} from "./ladders.queries.server";
import { queueRung } from "./queue-conversion.server";
import {
  decideRungs,
  extrasKeys,
  lastingFault,
  planFrames,
  rungKey,
  settingsOf,
  soundKilobits,
} from "./rungs";

type Needs = Pick<Services, "db" | "storage" | "clock" | "log" | "converter">;

/**
 * Makes the smallest missing rung of a waiting ladder, and queues the next one, or records that the ladder is ready:
 * then players use it, and the next job makes its extras. Idempotent: the next attempt removes the file of an
 * interrupted one. Throws what the queue should retry; a fault of the file is recorded.
 */
export async function makeRung(
  services: Needs,
  source: { videoId: string; sourceKey: string },
  shutDown: AbortSignal = new AbortController().signal,
): Promise<void> {
  const { db, converter, clock, log } = services;
  const { videoId, sourceKey } = source;
  const ladder = await findWaitingLadder(db, source);
  if (!converter) return;
  if (!ladder) return makeExtras(services, source, shutDown);
  if (ladder.leaving) return db.transaction().execute((trx) => dropLadder(trx, videoId));
  try {
    await withFile(services, { key: sourceKey, signal: shutDown }, async (staged) => {
      const rungs = decideRungs(staged.picture);
      if (rungs.length === 0) throw new ConversionFailed("unreadable", new Error("no picture"));
      const missing = rungs.filter((side) => !ladder.sides.includes(side));
      const [shortSide, ...later] = missing;
      if (shortSide !== undefined) await makeOne(services, { ...source, shortSide, staged, shutDown });
      await db.transaction().execute(async (trx) => {
        await noteLadder(trx, videoId, { state: later.length > 0 ? "waiting" : "ready", now: clock() });
        await queueRung(trx, source);
      });
      log.info({ videoId, shortSide, missing: later.length }, "a rung of a ladder was made");
    });
  } catch (error) {
    if (error instanceof Overtaken) return;
    shutDown.throwIfAborted();
    const reason = error instanceof ConversionFailed ? lastingFault(error.fault) : undefined;
    log.warn({ err: error, videoId, reason }, "a rung of a ladder could not be made");
    if (!reason) throw error;
    await noteLadder(db, videoId, { state: "failed", reason, now: clock() });
  }
}

class Overtaken extends Error {
  override readonly name = "Overtaken";
}

async function makeOne(
  { db, storage }: Needs,
  source: {
    videoId: string;
    sourceKey: string;
    shortSide: number;
    staged: StagedFile;
    shutDown: AbortSignal;
  },
): Promise<void> {
  const { videoId, sourceKey, shortSide, staged, shutDown: signal } = source;
  const key = rungKey(sourceKey, { shortSide, attempt: randomBytes(4).toString("hex") });
  const attempt = { videoId, sourceKey, shortSide, key };
  const { body, ...facts } = await staged.encodeRung({ rung: settingsOf(shortSide), signal });
  if (!(await db.transaction().execute((trx) => beginRung(trx, attempt)))) {
    body.destroy();
    throw new Overtaken("before the file");
  }
  await storage.put(key, body, { signal });
  if (await db.transaction().execute((trx) => endRung(trx, { ...attempt, facts }))) return;
  await storage.remove(key);
  throw new Overtaken("after the file");
}

/**
 * Sound from the video's file, pictures from its smallest rung, whose key frames are regular and cheap to decode.
 * Idempotent. Throws what the queue should retry; a fault of the file is recorded.
 */
async function makeExtras(
  services: Omit<Needs, "clock">,
  source: { videoId: string; sourceKey: string },
  signal: AbortSignal,
): Promise<void> {
  const { db, storage, log } = services;
  const { videoId, sourceKey } = source;
  const keys = extrasKeys(sourceKey, randomBytes(4).toString("hex"));
  const attempt = { videoId, sourceKey, keys };
  if (!(await db.transaction().execute((trx) => beginExtras(trx, attempt)))) return;
  try {
    const sound = await withFile(services, { key: sourceKey, signal }, async (staged) => {
      const encoded = await staged.encodeSound({ kilobits: soundKilobits, signal });
      if (encoded) await storage.put(keys.sound, encoded.body, { signal });
      return encoded?.bytes;
    });
    const [smallest] = await listRungs(db, videoId);
    const frames = await withFile(services, { key: smallest?.storageKey, signal }, async (staged) => {
      const sheet = planFrames(staged.seconds ?? 0, staged.picture);
      const { body } = await staged.drawFrames({ sheet, signal });
      await storage.put(keys.frames, body, { signal });
      return sheet;
    });
    if (!(await endExtras(db, attempt, { soundBytes: sound, frames }))) await remove();
    log.info({ videoId }, "sound and frames of a video were made");
  } catch (error) {
    signal.throwIfAborted();
    const reason = error instanceof ConversionFailed ? lastingFault(error.fault) : undefined;
    log.warn({ err: error, videoId, reason }, "sound and frames of a video could not be made");
    if (!reason) throw error;
    await endExtras(db, attempt, undefined);
    await remove();
  }

  async function remove() {
    await storage.remove(keys.sound);
    await storage.remove(keys.frames);
  }
}

async function withFile<Made>(
  { storage, converter }: Pick<Needs, "storage" | "converter">,
  { key, signal }: { key: string | undefined; signal: AbortSignal },
  use: (taken: StagedFile) => Promise<Made>,
): Promise<Made> {
  const file = key && (await storage.open(key, { signal }));
  if (!file || !converter) throw new ConversionFailed("unreadable", new Error("the file is not there"));
  const { body, bytes } = file;
  const staged = await converter.take(body, { bytes, container: "mp4", signal });
  try {
    return await use(staged);
  } finally {
    await staged.release();
  }
}
