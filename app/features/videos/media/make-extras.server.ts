import { randomBytes } from "node:crypto";
import { ConversionFailed, type StagedFile } from "~/integrations/conversion/converter";
import type { Services } from "~/platform/services";
import { beginExtras, endExtras } from "./ladder-extras.queries.server";
import { listRungs } from "./ladders.queries.server";
import { extrasKeys, lastingFault, planFrames, soundKilobits } from "./rungs";

type Needs = Pick<Services, "db" | "storage" | "log" | "converter">;

/**
 * Sound from the video's file, pictures from its smallest rung, whose key frames are regular and cheap to decode.
 * Idempotent. Throws what the queue should retry; a fault of the file is recorded.
 */
export async function makeExtras(
  services: Needs,
  wanted: { videoId: string; sourceKey: string },
  signal: AbortSignal,
): Promise<void> {
  const { db, storage, log } = services;
  const { videoId, sourceKey } = wanted;
  const keys = extrasKeys(sourceKey, randomBytes(4).toString("hex"));
  const attempt = { videoId, sourceKey, keys };
  if (!(await db.transaction().execute((trx) => beginExtras(trx, attempt)))) return;
  try {
    const sound = await withFile(services, { key: sourceKey, signal }, async (taken) => {
      const made = await taken.encodeSound({ kilobits: soundKilobits, signal });
      if (made) await storage.put(keys.sound, made.body, { signal });
      return made?.bytes;
    });
    const [smallest] = await listRungs(db, videoId);
    const frames = await withFile(services, { key: smallest?.storageKey, signal }, async (taken) => {
      const sheet = planFrames(taken.seconds ?? 0, taken.picture);
      const { body } = await taken.drawFrames({ sheet, signal });
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
  { storage, converter }: Needs,
  { key, signal }: { key: string | undefined; signal: AbortSignal },
  make: (taken: StagedFile) => Promise<Made>,
): Promise<Made> {
  const found = key && (await storage.open(key, { signal }));
  if (!found || !converter) throw new ConversionFailed("unreadable", new Error("the file is not there"));
  const { body, bytes } = found;
  const taken = await converter.take(body, { bytes, container: "mp4", signal });
  try {
    return await make(taken);
  } finally {
    await taken.release();
  }
}
