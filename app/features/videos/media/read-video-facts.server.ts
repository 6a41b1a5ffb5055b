import { buffer } from "node:stream/consumers";
import type { StreamState } from "~/integrations/streaming/streaming";
import type { Db } from "~/platform/db.server";
import { addJob } from "~/platform/jobs/jobs.queries.server";
import type { Services } from "~/platform/services";
import { tryEach } from "~/platform/try-each";
import { type ContainerFacts, type ReadBytes, readContainerFacts } from "./container-facts.server";
import { containerOf } from "./conversion";
import {
  findFileToRead,
  listUnreadVideos,
  noteVideoFacts,
  type StoredFacts,
} from "./video-facts.queries.server";

type Needs = Pick<Services, "db" | "storage" | "streaming" | "clock" | "log">;

/** Has the length and size of a video read, in the transaction that publishes it. */
export async function queueVideoFacts(db: Db, videoId: string): Promise<void> {
  await addJob(db, "read-video-facts", { videoId }, { key: `facts:${videoId}` });
}

/**
 * Reads how long and how large a published video is, from its container or the streaming service, as a job of the queue
 * (idempotent). A file that does not say is not asked again. Throws when the store or the service fails.
 */
export async function readVideoFacts(services: Needs, { videoId }: { videoId: string }): Promise<void> {
  const { db, storage, streaming, clock, log } = services;
  const file = await findFileToRead(db, videoId);
  if (!file) return;
  if (file.cloudflare_video_id) {
    const state = await streaming?.find(file.cloudflare_video_id);
    const facts = state && streamFacts(state);
    await noteVideoFacts(db, videoId, { facts, now: clock() });
    return;
  }
  const container = file.video_url ? containerOf(file.video_url) : undefined;
  const read = container && file.video_url ? await readStoredFacts(storage, file.video_url) : undefined;
  const facts = read && container && toStored(read, container);
  if (!facts) log.info({ videoId }, "a video's length could not be read");
  await noteVideoFacts(db, videoId, { facts, now: clock() });
}

/**
 * Reads a stored file's container, in as many requests as it takes. Returns undefined for a file that is absent or says
 * nothing.
 */
export async function readStoredFacts(
  storage: Services["storage"],
  key: string,
): Promise<ContainerFacts | undefined> {
  const container = containerOf(key);
  const stored = container && (await storage.find(key));
  if (!container || !stored || stored.bytes === 0) return undefined;
  const read: ReadBytes = async (start, end) => {
    const part = await storage.open(key, { range: { start, end: end - 1 } });
    return part ? buffer(part.body) : Buffer.alloc(0);
  };
  return readContainerFacts(read, { bytes: stored.bytes, container });
}

/** Limits a value to its column; a container may claim anything. */
function toStored(
  { seconds, width, height }: ContainerFacts,
  format: StoredFacts["format"],
): StoredFacts | undefined {
  const whole = Math.max(1, Math.round(seconds));
  const largest = 2_147_483_647;
  if (whole > largest || width > largest || height > largest) return undefined;
  return { seconds: whole, width: Math.round(width) || null, height: Math.round(height) || null, format };
}

/** Returns what the streaming service says of a video that is ready; undefined before, or where it does not say. */
export function streamFacts(state: StreamState): StoredFacts | undefined {
  if (state.state !== "ready" || !state.seconds) return undefined;
  const { seconds, width = null, height = null } = state;
  return { seconds: Math.max(1, Math.round(seconds)), width, height, format: null };
}

/** As many older videos are read in a round, every five minutes: each costs a few small requests to the store. */
const roundSize = 100;

/** Has videos read that were published before their facts were, a bounded number at a time. */
export async function queueUnreadVideos({ db, log }: Pick<Services, "db" | "log">): Promise<void> {
  const videoIds = await listUnreadVideos(db, roundSize);
  if (videoIds.length > 0) log.info({ videos: videoIds.length }, "queues videos whose length is not known");
  await tryEach(videoIds, (videoId) => queueVideoFacts(db, videoId), {
    onFailure: (error, videoId) => log.error({ err: error, videoId }, "a video could not be queued"),
  });
}
