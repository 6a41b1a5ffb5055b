import type { Readable } from "node:stream";
import { isErrorNamed } from "~/integrations/known-by-name";

/** The container by the file's first bytes; no other demuxer is ever used on the file. */
export type Container = "mp4" | "mov" | "avi";

/**
 * Permanent: `unreadable`; `tooLong`, not done within the time limit; `tooLarge`, too many pixels or too large a
 * result. Temporary: `noRoom`, the temporary disk is full; `stopped`, the program was killed.
 */
export type ConversionFault = "unreadable" | "tooLong" | "tooLarge" | "noRoom" | "stopped";

/** A failed conversion. The cause is for the log, never for the creator. */
export class ConversionFailed extends Error {
  override readonly name = "ConversionFailed";

  static override [Symbol.hasInstance](value: unknown): value is ConversionFailed {
    return isErrorNamed(value, "ConversionFailed");
  }

  constructor(
    readonly fault: ConversionFault,
    cause?: unknown,
  ) {
    super(`conversion failed: ${fault}`, { cause });
  }
}

/** A file copied to a temporary folder. The caller must call `release` in every case. */
export interface StagedFile {
  /** Whether every current browser plays it as it is (`playsEverywhere`). */
  plays: boolean;

  /**
   * Converts to an H.264/AAC MP4 that plays while it loads; compatible streams are copied. `onPercent` gets 0 to 99,
   * if the file states its duration. Returns the result, to be read once before `release`. Throws ConversionFailed,
   * or the signal's reason on abort.
   */
  convert(options: {
    onPercent(percent: number): void;
    signal: AbortSignal;
  }): Promise<{ bytes: number; body: Readable }>;

  /** Length in seconds, undefined where the file does not say. */
  seconds: number | undefined;

  /**
   * Cuts a part out, encoded anew as an H.264/AAC MP4 of at most 720p that plays from its first bytes, without the
   * file's metadata and without anything from outside the part. Returns the result, to be read once before `release`,
   * and its length. Throws as `convert`.
   */
  cut(options: {
    start: number;
    seconds: number;
    signal: AbortSignal;
  }): Promise<{ bytes: number; body: Readable; seconds: number }>;

  /** Width and height of the coded picture in pixels, before any rotation. */
  picture: { width: number; height: number };

  /**
   * Encodes one rung of a ladder: an H.264/AAC file of fragments that plays from its first bytes, without the file's
   * metadata. All rungs of a file have key frames at the same times, and segments of the same lengths. Returns the
   * result, to be read once before `release`. Throws as `convert`.
   */
  encodeRung(options: { rung: RungSettings; signal: AbortSignal }): Promise<EncodedRung>;

  /**
   * Encodes the sound alone: one channel of AAC in an MP4 that plays from its first bytes. Returns undefined if the
   * file has no sound. The result is to be read once before `release`. Throws as `convert`.
   */
  encodeSound(options: { kilobits: number; signal: AbortSignal }): Promise<EncodedFile | undefined>;

  /**
   * Draws key frames of the picture on one JPEG, row by row. The file must have a key frame about every
   * `sheet.seconds`, as a rung has. The result is to be read once before `release`. Throws as `convert`.
   */
  drawFrames(options: { sheet: FrameSheet; signal: AbortSignal }): Promise<EncodedFile>;

  release(): Promise<void>;
}

export interface EncodedFile {
  bytes: number;
  body: Readable;
}

/** Small pictures of a video on one image, the first of its first second, the others each `seconds` later. */
export interface FrameSheet {
  seconds: number;
  count: number;
  columns: number;
  /** Of one picture, in pixels; even. */
  width: number;
  height: number;
}

export interface RungSettings {
  /** In pixels; even. */
  shortSide: number;
  /** Constant rate factor of x264: lower is better and larger. */
  quality: number;
  /** Limit of the picture's bit rate, in kbit/s. */
  videoKilobits: number;
  audioKilobits: number;
}

export interface EncodedRung extends RungFacts {
  body: Readable;
}

/** Facts of a rung from its playlist. */
export interface RungFacts {
  bytes: number;
  /** Size of the picture in pixels. */
  width: number;
  height: number;
  /** RFC 6381, such as `avc1.64001f,mp4a.40.2`. */
  codecs: string;
  /** Pictures per second. */
  frameRate: number;
  /** Bytes before the first segment. */
  initBytes: number;
  /** In order and without gaps, each from its beginning. */
  segments: readonly RungSegment[];
}

export interface RungSegment {
  microseconds: number;
  bytes: number;
}

/**
 * Makes other formats playable. Implemented by `ffmpeg.server.ts`; undefined in `Services` where its programs are
 * missing.
 */
export interface VideoConverter {
  /**
   * Copies a file of `bytes` bytes to the temporary disk and probes it. Throws ConversionFailed (`unreadable`,
   * `tooLarge`, `noRoom`), the body's own error, or the signal's reason on abort; it then leaves nothing behind and
   * destroys the body.
   */
  take(
    body: Readable,
    options: { bytes: number; container: Container; signal: AbortSignal },
  ): Promise<StagedFile>;

  /** Deletes folders of killed processes, created before `olderThan`. Returns how many. */
  sweepTemporary(olderThan: Date): Promise<number>;
}

/** Maximum duration in milliseconds: less than the four hours after which the queue considers a job lost. */
export const conversionMaxMs = 3 * 3_600_000;

/** A stream as declared by the file, in ffprobe's terms. */
export interface DeclaredStream {
  kind: "video" | "audio";
  codec: string;
  pixels?: string;
}

/**
 * Codecs that all browsers decode in an MP4. Safari supports VP9, AV1 and Opus since version 17; Firefox does not
 * support HEVC.
 */
const videoCodecs = new Set(["h264", "vp9", "av1"]);
const audioCodecs = new Set(["aac", "mp3", "opus", "flac"]);

/** No browser decodes H.264 with more than eight bits or 4:2:2 colour (High 10, High 4:2:2). */
const plainPixels = new Set(["yuv420p", "yuvj420p"]);

/** `pixels` are read from the first picture: without them it cannot be decoded, except by a build without AV1. */
export function isPlayableVideo({ codec, pixels = "" }: DeclaredStream): boolean {
  if (codec === "h264") return plainPixels.has(pixels);
  return videoCodecs.has(codec) && (pixels !== "" || codec === "av1");
}

function isPlayableAudio({ codec }: DeclaredStream): boolean {
  return audioCodecs.has(codec);
}

/**
 * Returns whether every current browser plays a file as it is. `streams`: all its video and audio streams. QuickTime
 * plays in some browsers only.
 */
export function playsEverywhere(container: Container, streams: readonly DeclaredStream[]): boolean {
  return (
    container === "mp4" &&
    streams.some(({ kind }) => kind === "video") &&
    streams.every((stream) => (stream.kind === "video" ? isPlayableVideo(stream) : isPlayableAudio(stream)))
  );
}
