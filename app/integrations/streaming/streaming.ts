import type { Readable } from "node:stream";
import { isErrorNamed } from "~/integrations/known-by-name";

/** Unknown states count as `processing`. */
export type StreamState =
  /** The file is incomplete. */
  | { state: "waiting" }
  /** `percent`: 0 to 100, null if unknown. */
  | { state: "processing"; percent: number | null }
  /** `hasMp4`: the MP4 for browsers without JavaScript can be downloaded. */
  | {
      state: "ready";
      seconds: number | null;
      hasMp4: boolean;
      /** In pixels, if known. */
      width?: number;
      height?: number;
    }
  /** Permanent; `reason`: the service's text, in English. */
  | { state: "failed"; code: string | null; reason: string };

export interface StreamUpload {
  /** Anyone who knows it can address the video: never public. */
  uid: string;
  /** A secret: accepts the file once, by tus, without our token. */
  uploadUrl: string;
}

export interface StreamOrder {
  bytes: number;
  /** For the service's list, never a secret. */
  name: string;
  creatorId: string;
}

/** Of a video's sound. `vtt`: WebVTT. */
export type GeneratedCaptions = { state: "making" } | { state: "ready"; vtt: string } | { state: "failed" };

/** Can be read again from any offset. */
export interface StreamSource {
  bytes: number;
  /** `end`: exclusive. */
  read(start: number, end: number): Promise<Uint8Array<ArrayBuffer>>;
}

/** `gone`: the address expired, was removed, or has the whole file. */
export type SendOutcome = "complete" | "gone";

export interface StreamLinks {
  hls: string;
  /** The MP4, available once `hasMp4`. */
  mp4: string;
  /** The sound alone, available once `prepareDownloads` returns its size. */
  sound: string;
}

/** Sizes of the files that devices download, in bytes; null while one is made, 0 where the service could not make it. */
export interface StreamDownloads {
  mp4: number | null;
  sound: number | null;
}

/** `cause` is for the log. */
export class StreamingError extends Error {
  override readonly name = "StreamingError";

  static override [Symbol.hasInstance](value: unknown): value is StreamingError {
    return isErrorNamed(value, "StreamingError");
  }

  constructor(
    message: string,
    /** `refused`: permanent (a quota, a wrong key). `unavailable`: temporary. */
    readonly kind: "refused" | "unavailable",
    options?: { cause?: unknown },
  ) {
    super(message, options);
  }
}

/** Encodes and plays videos elsewhere (Cloudflare Stream); undefined in `Services` if not set up. Throws StreamingError. */
export interface Streaming {
  /** For the Content-Security-Policy. */
  readonly playbackOrigin: string;
  /** Where the browser sends files, for the Content-Security-Policy. */
  readonly uploadOrigins: readonly string[];

  /** Only signed links will play the video. */
  beginUpload(order: StreamOrder): Promise<StreamUpload>;

  /**
   * Sends a file from the offset that the service reports, so that a second call resumes the first. Rejects with the
   * signal's reason, the error of `source.read`, or StreamingError.
   */
  send(uploadUrl: string, source: StreamSource, options?: { signal?: AbortSignal }): Promise<SendOutcome>;

  find(uid: string): Promise<StreamState | undefined>;

  /** Of a ready video. Idempotent. */
  askForMp4(uid: string): Promise<void>;

  /**
   * Requests the MP4 and the sound of a ready video unless they were, and returns their sizes. Known ones are not asked
   * for again. Answers within five seconds. May be repeated (idempotent).
   */
  prepareDownloads(uid: string, known: StreamDownloads): Promise<StreamDownloads>;

  /**
   * Has a part of a ready video made into a video of its own, which only signed links play. Whole seconds. Returns its
   * uid; it is encoded like an upload.
   */
  makeClip(uid: string, part: { start: number; seconds: number }): Promise<string>;

  /** Undefined without an MP4. Read the body to its end or destroy it. */
  openMp4(uid: string, options: { signal: AbortSignal }): Promise<Readable | undefined>;

  /** Of a ready video that has none in this language, the spoken one. */
  orderCaptions(uid: string, language: string): Promise<void>;

  /** Undefined without captions in this language. */
  findCaptions(uid: string, language: string): Promise<GeneratedCaptions | undefined>;

  /** So that they can be ordered again. Absent ones count as removed. */
  removeCaptions(uid: string, language: string): Promise<void>;

  /** With all that belongs to it. An absent one counts as removed. */
  remove(uid: string): Promise<void>;

  /** Signed here without a request; at most 24 hours. */
  signLinks(uid: string, grant: { expiresAt: Date }): Promise<StreamLinks>;

  /** About a finished video. Undefined for a body that is unsigned or was signed long ago. */
  readWebhook(rawBody: string, signature: string | null): { uid: string; state: StreamState } | undefined;
}
