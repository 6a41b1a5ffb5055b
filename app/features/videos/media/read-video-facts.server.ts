import { buffer } from "node:stream/consumers";
import type { Input } from "mediabunny";
import type { Container } from "~/integrations/conversion/converter";
import type { StreamState } from "~/integrations/streaming/streaming";
import type { Db } from "~/platform/db.server";
import { addJob } from "~/platform/jobs/jobs.queries.server";
import type { Services } from "~/platform/services";
import { tryEach } from "~/platform/try-each";
import { containerOf } from "./conversion";
import {
  findFileToRead,
  listUnreadVideos,
  noteVideoFacts,
  type StoredFacts,
} from "./video-facts.queries.server";

type Needs = Pick<Services, "db" | "storage" | "streaming" | "clock" | "log">;

export async function queueVideoFacts(db: Db, videoId: string): Promise<void> {
  await addJob(db, "read-video-facts", { videoId }, { key: `facts:${videoId}` });
}

/**
 * From its container or the streaming service. A file that does not say is not asked again. Idempotent. Throws when
 * the store or the service fails.
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

/** A container may claim anything. */
function toStored(
  { seconds, width, height }: ContainerFacts,
  format: StoredFacts["format"],
): StoredFacts | undefined {
  const whole = Math.max(1, Math.round(seconds));
  const largest = 2_147_483_647;
  if (whole > largest || width > largest || height > largest) return undefined;
  return { seconds: whole, width: Math.round(width) || null, height: Math.round(height) || null, format };
}

/** Undefined before the video is ready, or if the service does not say. */
export function streamFacts(state: StreamState): StoredFacts | undefined {
  if (state.state !== "ready" || !state.seconds) return undefined;
  const { seconds, width = null, height = null } = state;
  return { seconds: Math.max(1, Math.round(seconds)), width, height, format: null };
}

/** Every five minutes: each costs a few small requests to the store. */
const roundSize = 100;

/** Those published before their facts were read, a bounded number at a time. */
export async function queueUnreadVideos({ db, log }: Pick<Services, "db" | "log">): Promise<void> {
  const videoIds = await listUnreadVideos(db, roundSize);
  if (videoIds.length > 0) log.info({ videos: videoIds.length }, "queues videos whose length is not known");
  await tryEach(videoIds, (videoId) => queueVideoFacts(db, videoId), {
    onFailure: (error, videoId) => log.error({ err: error, videoId }, "a video could not be queued"),
  });
}

export interface VideoFacts {
  seconds: number;
  width: number;
  height: number;
}

/** With the main header: RIFF, the list `hdrl` and its first chunk, `avih`. */
export const aviHeaderBytes = 88;

/**
 * AVIMAINHEADER (Microsoft "AVI RIFF File Reference"). Undefined if it is not the first chunk of the first list, or
 * names no frames.
 */
export function parseAviHeader(head: Buffer): VideoFacts | undefined {
  if (head.length < aviHeaderBytes) return undefined;
  const mark = (at: number) => head.toString("latin1", at, at + 4);
  if (mark(0) !== "RIFF" || mark(8) !== "AVI " || mark(12) !== "LIST") return undefined;
  if (mark(20) !== "hdrl" || mark(24) !== "avih") return undefined;
  const fieldsAt = 32;
  const microsecondsPerFrame = head.readUInt32LE(fieldsAt);
  const frames = head.readUInt32LE(fieldsAt + 16);
  const width = head.readUInt32LE(fieldsAt + 32);
  const height = head.readUInt32LE(fieldsAt + 36);
  const seconds = (microsecondsPerFrame * frames) / 1_000_000;
  return seconds > 0 && width > 0 && height > 0 ? { seconds, width, height } : undefined;
}

/** Up to but not including `end`. */
type ReadBytes = (start: number, end: number) => Promise<Buffer>;

/** `hasPlainCodecs`: browsers play them in an MP4 (H.264 with AAC or MP3, or no sound). */
interface ContainerFacts extends VideoFacts {
  hasPlainCodecs: boolean;
}

/** Of one file: the index of hours of video is a few megabytes. */
const readMaxBytes = 64 * 1024 * 1024;

const readMaxMs = 30_000;

/**
 * Without decoding and without FFmpeg. Undefined for a file that does not say, or is damaged or hostile. Throws what
 * `read` throws.
 */
async function readContainerFacts(
  read: ReadBytes,
  { bytes, container }: { bytes: number; container: Container },
): Promise<ContainerFacts | undefined> {
  if (container === "avi") {
    const facts = parseAviHeader(await read(0, Math.min(bytes, aviHeaderBytes)));
    return facts && { ...facts, hasPlainCodecs: false };
  }
  // Loaded with the first video: it takes 8 MB.
  const { CustomSource, Input, Logging, LogLevel, MP4, QTFF } = await import("mediabunny");
  // It would write to the console of each codec that it does not know.
  Logging.level = LogLevel.Silent;
  let bytesRead = 0;
  let failure: { error: unknown } | undefined;
  const source = new CustomSource({
    getSize: () => bytes,
    read: async (start, end) => {
      bytesRead += end - start;
      if (bytesRead > readMaxBytes) throw new Error("the index is larger than any video's");
      try {
        return await read(start, end);
      } catch (error) {
        failure ??= { error };
        throw error;
      }
    },
    maxCacheSize: readMaxBytes,
    // By default an error between two reads would end the process.
    handleUnhandledError: () => undefined,
  });
  const input = new Input({ source, formats: [MP4, QTFF] });
  let timer: NodeJS.Timeout | undefined;
  const tooLong = new Promise<undefined>((resolve) => {
    timer = setTimeout(() => resolve(undefined), readMaxMs);
  });
  try {
    return await Promise.race([readInput(input), tooLong]);
  } catch {
    if (failure) throw failure.error;
    return undefined;
  } finally {
    clearTimeout(timer);
    input.dispose();
  }
}

/** Of eight bits and 4:2:0: profiles Baseline, Main, Extended and High (RFC 6381, ISO/IEC 14496-10 Annex A). */
const plainH264 = /^avc[13]\.(42|4d|58|64)/i;

async function readInput(input: Input): Promise<ContainerFacts | undefined> {
  const video = await input.getPrimaryVideoTrack();
  if (!video) return undefined;
  const audio = await input.getAudioTracks();
  const [width, height] = [await video.getDisplayWidth(), await video.getDisplayHeight()];
  const seconds = (await input.getDurationFromMetadata()) ?? (await input.computeDuration());
  if (!(seconds > 0) || !Number.isFinite(seconds) || !(width > 0) || !(height > 0)) return undefined;
  const codecs = await Promise.all(audio.map((track) => track.getCodec()));
  const hasPlainCodecs =
    plainH264.test((await video.getCodecParameterString()) ?? "") &&
    codecs.every((codec) => codec === "aac" || codec === "mp3");
  return { seconds, width, height, hasPlainCodecs };
}
