import type { Input } from "mediabunny";
import type { Container } from "~/integrations/conversion/converter";
import { aviHeaderBytes, parseAviHeader, type VideoFacts } from "./avi-header";

/** Reads bytes of a file: from `start` up to but not including `end`. */
export type ReadBytes = (start: number, end: number) => Promise<Buffer>;

/** Facts of a video file, and whether browsers play its codecs in an MP4 (H.264 with AAC or MP3, or no sound). */
export interface ContainerFacts extends VideoFacts {
  hasPlainCodecs: boolean;
}

/** The most bytes read of one file: the index of hours of video is a few megabytes. */
const readMaxBytes = 64 * 1024 * 1024;

const readMaxMs = 30_000;

/**
 * Reads length and size of a video from its container, without decoding it and without FFmpeg. Returns undefined for a
 * file that does not say, or is damaged or hostile: no more than 64 MB of it are read. Throws what `read` throws.
 */
export async function readContainerFacts(
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
  let asked = 0;
  let failure: { error: unknown } | undefined;
  const source = new CustomSource({
    getSize: () => bytes,
    read: async (start, end) => {
      asked += end - start;
      if (asked > readMaxBytes) throw new Error("the index is larger than any video's");
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

/** H.264 of eight bits and 4:2:0: profiles Baseline, Main, Extended and High (RFC 6381, ISO/IEC 14496-10 Annex A). */
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
