import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import { join } from "node:path";
import { systemClock } from "~/integrations/clock";
import { readOrMakeAccount } from "./account";
import { createAnnouncements } from "./announcements";
import { createApi } from "./api";
import { createControl } from "./control";
import { createEncoder } from "./encoder";
import { createFaults } from "./faults";
import { findFfmpeg } from "./ffmpeg";
import type { LocalStream, StreamOptions, StreamPart } from "./local-stream";
import { createPlayback } from "./playback";
import { type Cut, createUploads } from "./uploads";
import { downloadKinds, openVideos } from "./videos";

/** On 127.0.0.1, for the product, a tus client and a player. */
export async function startCloudflareStream(options: StreamOptions): Promise<LocalStream> {
  const { dir, port = 0, webhookUrl, clock = systemClock } = options;
  const ffmpeg = options.ffmpeg === false ? undefined : (options.ffmpeg ?? findFfmpeg());
  const account = readOrMakeAccount(join(dir, "account.json"));
  const videos = openVideos(join(dir, "videos"), clock);
  const faults = createFaults();
  let cut: Cut | undefined;

  const server = createServer((request, response) => {
    answer(request, response).catch((failure: unknown) => {
      if (request.destroyed && !request.complete) return;
      console.error("local Stream:", failure);
      if (!response.headersSent) response.writeHead(500, { "Content-Type": "text/plain" });
      response.end("Internal error");
    });
  });
  // A chunk on a slow connection takes long.
  server.requestTimeout = 0;
  // Node's five seconds end while a busy machine prepares its next call, which then meets a closed connection.
  server.keepAliveTimeout = 60_000;
  await new Promise<void>((resolve, reject) => {
    server.once("error", reject);
    server.listen(port, "127.0.0.1", resolve);
  });
  const address = server.address();
  const boundPort = typeof address === "object" && address ? address.port : port;
  const url = `http://127.0.0.1:${boundPort}`;

  const announcements = createAnnouncements({
    secret: account.webhookSecret,
    clock,
    origin: url,
    url: webhookUrl,
  });
  const encoder = createEncoder({ videos, ffmpeg, onFinished: announcements.announce });
  const api = createApi({
    account,
    videos,
    clock,
    origin: url,
    makeDownload: encoder.makeDownload,
    makeClip: encoder.makeClip,
    makeCaptions: encoder.makeCaptions,
    async remove(video) {
      videos.remove(video);
      await encoder.drop(video);
      // What an encoder wrote while it was being stopped.
      videos.remove(video);
    },
  });
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
    setWebhookUrl: announcements.setUrl,
    videos: () => structuredClone(videos.all()),
    settled: encoder.settled,
    webhooks: announcements.attempts,
    setWebhookMode: announcements.setMode,
    setFault: faults.set,
    cutNext(next: Cut) {
      cut = next;
    },
    hold: (where, percent = 0) => encoder.hold(where, percent),
    release: encoder.release,
    failCaptions: encoder.failCaptions,
    failDownloads: encoder.failDownloads,
    setStatus(uid, status) {
      const video = videos.find(uid);
      if (video) videos.change(video, { status });
    },
  } satisfies Partial<LocalStream>;
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
    ...actions,
    url,
    port: boundPort,
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
    },
    async close() {
      faults.wake();
      announcements.close();
      const closed = new Promise((resolve) => server.close(resolve));
      server.closeAllConnections();
      await closed;
      await encoder.close();
    },
  };
}
