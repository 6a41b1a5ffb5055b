import type { Readable } from "node:stream";
import { isErrorNamed } from "~/integrations/known-by-name";

/** How far the service is with a video. Words of its own that we do not know count as `processing`. */
export type StreamState =
  /** No whole file has come yet. */
  | { state: "waiting" }
  /** Being encoded; `percent` is 0 to 100, null where the service does not say. */
  | { state: "processing"; percent: number | null }
  /** It plays. `hasMp4` says whether the rendition for browsers without JavaScript can be had by now. */
  | { state: "ready"; seconds: number | null; hasMp4: boolean }
  /** It never will; `reason` is the service's own words, in English. */
  | { state: "failed"; code: string | null; reason: string };

/** A place made for one file, at the service. `uid` names the video from now on; it is no secret by itself. */
export interface StreamUpload {
  uid: string;
  /** A secret: takes the bytes once, without our token, by tus when `way` is "tus", as one form post when it is "form". */
  uploadUrl: string;
  way: "tus" | "form";
}

/** What a place is asked for. */
export interface StreamOrder {
  /** Length of the file in bytes; over 200,000,000 the service takes it by tus only, and that is what the place is for. */
  bytes: number;
  way: "tus" | "form";
  /** For the service's own list, never a secret. */
  name: string;
  creatorId: string;
}

/** Addresses that play one video until the grant ends, and no other. */
export interface StreamLinks {
  /** HLS manifest. */
  hls: string;
  /** The MP4 rendition, there once `hasMp4`. */
  mp4: string;
}

/** The service failed or cannot be reached: an outage, to be tried again. `cause` is for the log. */
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
 * A service that encodes videos and plays them from its own machines (Cloudflare Stream: `docs/streaming.md`).
 * One adapter, `cloudflare-stream.server.ts`; undefined in `Services` where none is set up: the file store delivers then.
 * Every method that asks the service throws StreamingError when it fails.
 */
export interface Streaming {
  /** Origin that players load manifests, segments and MP4 from, for the Content-Security-Policy. */
  readonly playbackOrigin: string;
  /** Origins that the browser sends files to, for the Content-Security-Policy. */
  readonly uploadOrigins: readonly string[];

  /** Makes a place for one file. Only signed links will ever play it. */
  beginUpload(order: StreamOrder): Promise<StreamUpload>;

  /**
   * Sends a body of exactly `bytes` bytes to a place, in constant memory, by the place's way. Resolved means taken whole.
   * Rejects with the signal's reason on abort, with the body's own error where the body failed, and with StreamingError
   * where the service did; the body is destroyed then. What the service keeps of it is removed by `remove`.
   */
  send(upload: StreamUpload, body: Readable, options: { bytes: number; signal?: AbortSignal }): Promise<void>;

  /** Gives how far a video is, or undefined where the service knows none by that uid. */
  find(uid: string): Promise<StreamState | undefined>;

  /** Asks for the MP4 rendition of a ready video. Asked again, it is the same one. */
  askForMp4(uid: string): Promise<void>;

  /** Removes a video with all that belongs to it. One that is absent counts as done. */
  remove(uid: string): Promise<void>;

  /** Gives links to one video, signed here without asking the service, dead at `expiresAt` (at most 24 hours on). */
  signLinks(uid: string, grant: { expiresAt: Date }): Promise<StreamLinks>;

  /** Reads the service's word that a video is finished. Undefined for a body that the service did not sign, or long ago. */
  readWebhook(rawBody: string, signature: string | null): { uid: string; state: StreamState } | undefined;
}
