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
  { storage, converter }: Needs,
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
