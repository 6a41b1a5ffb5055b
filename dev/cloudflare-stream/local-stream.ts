import type { Clock } from "~/integrations/clock";
import type { StoredVideo, VideoStatus } from "./videos";

/** `refuse` is a 400 in Cloudflare's form, `hang` waits until the fault is taken away, `cut` breaks the connection. */
export const STREAM_FAULTS = ["serverError", "rateLimited", "refuse", "hang", "cut", "garbage"] as const;
export type StreamFault = (typeof STREAM_FAULTS)[number];

/** The API that the product asks, the addresses that take files, and the host that plays. */
export const STREAM_PARTS = ["api", "upload", "playback"] as const;
export type StreamPart = (typeof STREAM_PARTS)[number];

/** Where a video can be made to stop: in a state, or on the way to its MP4 or its captions. */
export const HOLDABLE = ["queued", "inprogress", "mp4", "captions"] as const;
export type Holdable = (typeof HOLDABLE)[number];

export interface StreamOptions {
  /** Where account, records and files are kept. */
  dir: string;
  /** 0 or nothing: any free port. */
  port?: number | undefined;
  /** Where a finished video is announced; nowhere without it. */
  webhookUrl?: string | undefined;
  clock?: Clock;
  /** The program's path; found on the PATH unless given. `false`: as on a machine without it. */
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
  /** What the product needs in its environment to use it. */
  env: Record<string, string>;
  /** Where this machine can encode; without ffmpeg there is no HLS, and the MP4 is the file as it came. */
  encodes: boolean;
  setWebhookUrl(url: string): void;
  /** Oldest first. */
  videos(): StoredVideo[];
  /** Resolves when no video is being encoded, announced, captioned or turned into an MP4; not while one is held. */
  settled(): Promise<void>;
  /** Each that was sent, or lost, oldest first. */
  webhooks(): WebhookAttempt[];
  /** `lose`: webhooks are lost from now on, and not sent later either. */
  setWebhookMode(mode: "deliver" | "lose"): void;
  /** Makes calls of one part fail: the given number of them, or all until it is reset. */
  setFault(part: StreamPart, fault: StreamFault | undefined, times?: number): void;
  /** Breaks the connection of the next chunk after a number of bytes; `keep`: they count as received. */
  cutNext(cut: { afterBytes: number; keep: boolean }): void;
  /** Videos that get there stay there, showing `percent` where there is one, until the hold ends. */
  hold(where: Holdable, percent?: number): void;
  release(): void;
  /** Captions fail from now on, or no more. */
  failCaptions(fails: boolean): void;
  /** Sets a video's status, such as one that Cloudflare may add one day. */
  setStatus(uid: string, status: VideoStatus): void;
  close(): Promise<void>;
}
