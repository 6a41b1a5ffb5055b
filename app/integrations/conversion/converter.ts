import type { Readable } from "node:stream";
import { isErrorNamed } from "~/integrations/known-by-name";

/** The container by the file's first bytes; no other demuxer is ever used on the file. */
export type Container = "mp4" | "mov" | "avi";

/** Permanent: `unreadable`, `tooLong`, `tooLarge`. Temporary: `noRoom` on the temporary disk, `stopped` program. */
export type ConversionFault = "unreadable" | "tooLong" | "tooLarge" | "noRoom" | "stopped";

/** The cause is for the log, never for the creator. */
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
   * Converts to an H.264/AAC MP4 that plays while it loads; copies compatible streams. `onPercent`: 0 to 99, if the
   * file states its duration. Read the result once before `release`. Throws ConversionFailed, or the signal's reason.
   */
  convert(options: {
    onPercent(percent: number): void;
    signal: AbortSignal;
  }): Promise<{ bytes: number; body: Readable }>;

  /** Undefined if the file does not say. */
  seconds: number | undefined;

  /**
   * Encodes a part as an H.264/AAC MP4 of at most 720p that plays from its first bytes, without metadata and without
   * anything from outside the part. Read the result once before `release`. Throws like `convert`.
   */
  cut(options: {
    start: number;
    seconds: number;
    signal: AbortSignal;
  }): Promise<{ bytes: number; body: Readable; seconds: number }>;

  /** Of the coded picture in pixels, before any rotation. */
  picture: { width: number; height: number };

  /**
   * Encodes one rendition: an H.264/AAC file of fragments that plays from its first bytes, without metadata. All
   * renditions have the same key frames and segments. Read the result once before `release`. Throws like `convert`.
   */
  encodeRung(options: { rung: RungSettings; signal: AbortSignal }): Promise<EncodedRung>;

  /** One channel of AAC in an MP4; undefined without sound. Read the result once before `release`. Throws like `convert`. */
  encodeSound(options: { kilobits: number; signal: AbortSignal }): Promise<EncodedFile | undefined>;

  /** Key frames on one JPEG, row by row: the file needs one about every `sheet.seconds`. Throws like `convert`. */
  drawFrames(options: { sheet: FrameSheet; signal: AbortSignal }): Promise<EncodedFile>;

  release(): Promise<void>;
}

export interface EncodedFile {
  bytes: number;
  body: Readable;
}

/** The first picture is of the first second. */
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

/** From the rendition's playlist. */
export interface RungFacts {
  bytes: number;
  width: number;
  height: number;
  /** RFC 6381, such as `avc1.64001f,mp4a.40.2`. */
  codecs: string;
  frameRate: number;
  /** Before the first segment. */
  initBytes: number;
  /** In order and without gaps. */
  segments: readonly RungSegment[];
}

export interface RungSegment {
  microseconds: number;
  bytes: number;
}

/** Undefined in `Services` if FFmpeg's programs are missing. */
export interface VideoConverter {
  /**
   * Copies a file of `bytes` bytes to the temporary disk and probes it. Throws ConversionFailed (`unreadable`,
   * `tooLarge`, `noRoom`), the body's error, or the signal's reason; then leaves nothing behind and destroys the body.
   */
  take(
    body: Readable,
    options: { bytes: number; container: Container; signal: AbortSignal },
  ): Promise<StagedFile>;

  /** Of killed processes. Returns how many it deleted. */
  sweepTemporary(olderThan: Date): Promise<number>;
}

/** Less than the four hours after which the queue considers a job lost. */
export const conversionMaxMs = 3 * 3_600_000;

/** In ffprobe's terms. */
export interface DeclaredStream {
  kind: "video" | "audio";
  codec: string;
  pixels?: string;
}

/** That all browsers decode in an MP4: VP9, AV1 and Opus since Safari 17; not HEVC in Firefox. */
const videoCodecs = new Set(["h264", "vp9", "av1"]);
const audioCodecs = new Set(["aac", "mp3", "opus", "flac"]);

/** No browser decodes H.264 with more than eight bits or 4:2:2 colour. */
const plainPixels = new Set(["yuv420p", "yuvj420p"]);

/** Without `pixels` the first picture cannot be decoded, except by a build without AV1. */
export function isPlayableVideo({ codec, pixels = "" }: DeclaredStream): boolean {
  if (codec === "h264") return plainPixels.has(pixels);
  return videoCodecs.has(codec) && (pixels !== "" || codec === "av1");
}

function isPlayableAudio({ codec }: DeclaredStream): boolean {
  return audioCodecs.has(codec);
}

/** `streams`: all video and audio streams. QuickTime plays in some browsers only. */
export function playsEverywhere(container: Container, streams: readonly DeclaredStream[]): boolean {
  return (
    container === "mp4" &&
    streams.some(({ kind }) => kind === "video") &&
    streams.every((stream) => (stream.kind === "video" ? isPlayableVideo(stream) : isPlayableAudio(stream)))
  );
}
