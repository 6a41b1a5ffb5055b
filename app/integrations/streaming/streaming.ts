import type { Readable } from "node:stream";
import { isErrorNamed } from "~/integrations/known-by-name";

/** The service's state of a video. Unknown states count as `processing`. */
export type StreamState =
  /** The file is not complete yet. */
  | { state: "waiting" }
  /** Being encoded; `percent` is 0 to 100, null where the service does not report it. */
  | { state: "processing"; percent: number | null }
  /** It plays. `hasMp4`: the MP4 for browsers without JavaScript can be downloaded. */
  | {
      state: "ready";
      seconds: number | null;
      hasMp4: boolean;
      /** Size of the picture in pixels, where the service reports it. */
      width?: number;
      height?: number;
    }
  /** It never will; `reason` is the service's own text, in English. */
  | { state: "failed"; code: string | null; reason: string };

/** An upload address for one file at the service. */
export interface StreamUpload {
  /** Names the video at the service. Anyone who knows it can address the video: never public. */
  uid: string;
  /** A secret: accepts the file once, by tus, without our token. */
  uploadUrl: string;
}

export interface StreamOrder {
  bytes: number;
  /** For the service's own list, never a secret. */
  name: string;
  creatorId: string;
}

/** Captions that the service makes of a video's sound. `vtt`: the file, in WebVTT. */
export type GeneratedCaptions = { state: "making" } | { state: "ready"; vtt: string } | { state: "failed" };

/** A file that can be read again from any offset. */
export interface StreamSource {
  bytes: number;
  /** Returns the bytes from `start` up to but not including `end`. */
  read(start: number, end: number): Promise<Uint8Array<ArrayBuffer>>;
}

/** `gone`: the address accepts nothing any more, because it expired, was removed, or has the whole file. */
export type SendOutcome = "complete" | "gone";

/** Addresses that play one video until they expire. */
export interface StreamLinks {
  hls: string;
  /** The MP4, available once `hasMp4`. */
  mp4: string;
}

/** The service failed or cannot be reached. `cause` is for the log. */
export class StreamingError extends Error {
  override readonly name = "StreamingError";

  static override [Symbol.hasInstance](value: unknown): value is StreamingError {
    return isErrorNamed(value, "StreamingError");
  }

  constructor(
    message: string,
    /** `refused` will be the same next time (a quota, a wrong key); `unavailable` may pass. */
    readonly kind: "refused" | "unavailable",
    options?: { cause?: unknown },
  ) {
    super(message, options);
  }
}

/**
 * A service that encodes videos and plays them from its own machines (Cloudflare Stream: `docs/operations.md`).
 * One adapter, `cloudflare-stream.server.ts`; undefined in `Services` where none is set up: the file store delivers
 * then. Every method that makes a request throws StreamingError when it fails.
 */
export interface Streaming {
  /** Origin that players load manifests, segments and MP4 from, for the Content-Security-Policy. */
  readonly playbackOrigin: string;
  /** Origins that the browser sends files to, for the Content-Security-Policy. */
  readonly uploadOrigins: readonly string[];

  /** Makes an upload address for one file. Only signed links will ever play its video. */
  beginUpload(order: StreamOrder): Promise<StreamUpload>;

  /**
   * Sends a file to an upload address, from the offset that the service reports, so that a second call resumes the
   * first. Holds a few megabytes at most. Rejects with the signal's reason on abort, with the error of `source.read`
   * where that fails, and with StreamingError where the service does.
   */
  send(uploadUrl: string, source: StreamSource, options?: { signal?: AbortSignal }): Promise<SendOutcome>;

  /** Returns how far a video is, or undefined where the service has none with that uid. */
  find(uid: string): Promise<StreamState | undefined>;

  /** Requests the MP4 of a ready video. May be repeated (idempotent). */
  askForMp4(uid: string): Promise<void>;

  /**
   * Has a part of a ready video made into a video of its own, which only signed links play. Whole seconds. Returns its
   * uid; it is encoded like an upload.
   */
  makeClip(uid: string, part: { start: number; seconds: number }): Promise<string>;

  /**
   * Opens the MP4 rendition of a video, or undefined where there is none. The caller reads the body to its end or
   * destroys it.
   */
  openMp4(uid: string, options: { signal: AbortSignal }): Promise<Readable | undefined>;

  /** Has captions made of the sound of a ready video that has none in this language, the one that is spoken. */
  orderCaptions(uid: string, language: string): Promise<void>;

  /** Returns how far ordered captions are, or undefined where there are none in this language. */
  findCaptions(uid: string, language: string): Promise<GeneratedCaptions | undefined>;

  /** Removes captions, so that they can be ordered again. Absent ones count as removed. */
  removeCaptions(uid: string, language: string): Promise<void>;

  /** Removes a video with all that belongs to it. An absent one counts as removed. */
  remove(uid: string): Promise<void>;

  /**
   * Returns links to one video, signed here without a request, that expire at `expiresAt` (24 hours from now at most).
   */
  signLinks(uid: string, grant: { expiresAt: Date }): Promise<StreamLinks>;

  /** Reads the webhook about a finished video. Returns undefined for a body that is unsigned or was signed long ago. */
  readWebhook(rawBody: string, signature: string | null): { uid: string; state: StreamState } | undefined;
}
