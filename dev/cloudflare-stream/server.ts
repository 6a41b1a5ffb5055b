import type { IncomingMessage, ServerResponse } from "node:http";
import { join } from "node:path";
import { type Clock, systemClock } from "~/integrations/clock";
import { startServer } from "../local-server/http";
import { readOrMakeAccount } from "./account";
import { createAnnouncements } from "./announcements";
import { createApi } from "./api";
import { createControl } from "./control";
import { createEncoder } from "./encoder";
import { createFaults, type StreamPart } from "./faults";
import { findFfmpeg } from "./ffmpeg";
import { createPlayback } from "./playback";
import { type Cut, createUploads } from "./uploads";
import { downloadKinds, openVideos, type VideoStatus } from "./videos";

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

export type LocalStream = Awaited<ReturnType<typeof startCloudflareStream>>;

/** On 127.0.0.1, for the product, a tus client and a player. */
export async function startCloudflareStream(options: StreamOptions) {
  const { dir, port = 0, webhookUrl, clock = systemClock } = options;
  const ffmpeg = options.ffmpeg === false ? undefined : (options.ffmpeg ?? findFfmpeg());
  const account = readOrMakeAccount(join(dir, "account.json"));
  const videos = openVideos(join(dir, "videos"), clock);
  const faults = createFaults();
  let cut: Cut | undefined;

  const { server, url, close } = await startServer("local Stream", port, answer);
  // A chunk on a slow connection takes long.
  server.requestTimeout = 0;
  // Node's five seconds end while a busy machine prepares its next call, which then meets a closed connection.
  server.keepAliveTimeout = 60_000;

  const announcements = createAnnouncements({
    secret: account.webhookSecret,
    clock,
    origin: url,
    webhookUrl,
  });
  const encoder = createEncoder({ videos, ffmpeg, onFinished: announcements.announce });
  const api = createApi({ account, videos, clock, origin: url, encoder });
  const uploads = createUploads({
    videos,
    onWhole: encoder.encode,
    takeCut() {
      const taken = cut;
      cut = undefined;
      return taken;
    },
  });
  const playback = createPlayback({ account, videos, clock });

  const actions = {
    videos: () => structuredClone(videos.all()),
    settled: encoder.settled,
    webhooks: announcements.attempts,
    setWebhookMode: announcements.setMode,
    setFault: faults.set,
    /** Breaks the connection of the next chunk; `keep`: its bytes count as received. */
    cutNext(next: Cut): void {
      cut = next;
    },
    hold: encoder.hold,
    release: encoder.release,
    failCaptions: encoder.failCaptions,
    failDownloads: encoder.failDownloads,
    setStatus(uid: string, status: VideoStatus): void {
      const video = videos.find(uid);
      if (video) videos.change(video, { status });
    },
  };
  const control = createControl(actions);

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const asked = new URL(request.url ?? "/", url);
    const [, first] = asked.pathname.split("/");
    if (first === "dev") return control(request, response, asked);
    const part: StreamPart = first === "client" ? "api" : first === "tus" ? "upload" : "playback";
    // A CORS preflight never fails.
    if (request.method !== "OPTIONS" && (await faults.strike(part, request, response))) return;
    await { api, upload: uploads, playback }[part](request, response, asked);
  }

  // What an earlier run left unfinished.
  for (const video of videos.all()) {
    if (video.status.state === "queued" || video.status.state === "inprogress") encoder.encode(video);
    for (const kind of downloadKinds) {
      if (video[kind]?.status !== "inprogress") continue;
      videos.change(video, { [kind]: { status: "error", percentComplete: 0 } });
      encoder.makeDownload(video, kind);
    }
  }

  return {
    url,
    /** Where this machine can encode; without ffmpeg there is no HLS, and the downloads are the file as it came. */
    encodes: ffmpeg !== undefined,
    env: {
      CLOUDFLARE_ACCOUNT_ID: account.accountId,
      CLOUDFLARE_API_TOKEN: account.apiToken,
      CLOUDFLARE_STREAM_KEY_ID: account.keyId,
      CLOUDFLARE_STREAM_KEY_JWK: account.jwk,
      CLOUDFLARE_STREAM_CUSTOMER: account.customer,
      CLOUDFLARE_STREAM_WEBHOOK_SECRET: account.webhookSecret,
      CLOUDFLARE_API_URL: `${url}/client/v4`,
      CLOUDFLARE_STREAM_URL: url,
    } as Record<string, string>,
    ...actions,
    async close(): Promise<void> {
      faults.wake();
      announcements.close();
      await close();
      await encoder.close();
    },
  };
}
