import type { Clock } from "~/integrations/clock";
import type { StoredVideo, VideoStatus } from "./videos";

/** `refuse`: a 400 in Cloudflare's form; `hang`: until the fault is removed; `cut`: breaks the connection. */
export const STREAM_FAULTS = ["serverError", "rateLimited", "refuse", "hang", "cut", "garbage"] as const;
export type StreamFault = (typeof STREAM_FAULTS)[number];

export const STREAM_PARTS = ["api", "upload", "playback"] as const;
export type StreamPart = (typeof STREAM_PARTS)[number];

/** Where a video can be made to stop: in a state, or on the way to its MP4, its sound or its captions. */
export const HOLDABLE = ["queued", "inprogress", "mp4", "m4a", "captions"] as const;
export type Holdable = (typeof HOLDABLE)[number];

export interface StreamOptions {
  dir: string;
  /** By default any free port. */
  port?: number | undefined;
  /** A finished video is announced only with it. */
  webhookUrl?: string | undefined;
  clock?: Clock;
  /** By default from the PATH. `false`: as on a machine without it. */
  ffmpeg?: string | false;
}

export interface WebhookAttempt {
  uid: string;
  body: string;
  signature: string;
  /** Undefined if there was no answer, or the webhook was lost on purpose. */
  status: number | undefined;
}

export interface LocalStream {
  url: string;
  port: number;
  env: Record<string, string>;
  /** Where this machine can encode; without ffmpeg there is no HLS, and the downloads are the file as it came. */
  encodes: boolean;
  setWebhookUrl(url: string): void;
  videos(): StoredVideo[];
  /** Resolves when no video is being encoded, announced, captioned or made for downloading; not while one is held. */
  settled(): Promise<void>;
  /** Sent or lost, oldest first. */
  webhooks(): WebhookAttempt[];
  /** `lose`: webhooks are not sent later either. */
  setWebhookMode(mode: "deliver" | "lose"): void;
  /** Calls of one part fail: the given number of them, or all until it is reset. */
  setFault(part: StreamPart, fault: StreamFault | undefined, times?: number): void;
  /** Breaks the connection of the next chunk; `keep`: its bytes count as received. */
  cutNext(cut: { afterBytes: number; keep: boolean }): void;
  hold(where: Holdable, percent?: number): void;
  release(): void;
  failCaptions(fails: boolean): void;
  /** MP4s and sounds fail from now on, or no more. */
  failDownloads(fails: boolean): void;
  setStatus(uid: string, status: VideoStatus): void;
  close(): Promise<void>;
}
