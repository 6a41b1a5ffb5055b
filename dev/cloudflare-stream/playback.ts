import { existsSync } from "node:fs";
import { readFile } from "node:fs/promises";
import type { IncomingMessage, ServerResponse } from "node:http";
import { importJWK, type JWK, jwtVerify } from "jose";
import send from "send";
import type { Clock } from "~/integrations/clock";
import type { StreamAccount } from "./account";
import { sendText } from "./answers";
import { downloadFiles, downloadKinds, type StoredVideo, type Videos } from "./videos";

interface PlaybackOptions {
  account: StreamAccount;
  videos: Videos;
  clock: Clock;
}

interface Refusal {
  status: number;
  why: string;
}

const longestLife = 24 * 60 * 60;

/** `/<token>/manifest/…` and `/<token>/downloads/…`, with a token that is valid for that video. */
export function createPlayback({ account, videos, clock }: PlaybackOptions) {
  const { kty, n, e } = JSON.parse(Buffer.from(account.jwk, "base64").toString("utf8")) as JWK;
  const publicKey = importJWK({ kty: kty ?? "RSA", n: n ?? "", e: e ?? "" }, "RS256");

  /** A uid in place of a token opens only a video that needs no signed links. */
  async function open(tokenOrUid: string, wantsDownload: boolean): Promise<StoredVideo | Refusal> {
    const named = videos.find(tokenOrUid);
    if (named) return named.requireSignedURLs ? { status: 401, why: "needs a signed token" } : named;
    const now = clock();
    try {
      const { payload, protectedHeader } = await jwtVerify(tokenOrUid, await publicKey, {
        algorithms: ["RS256"],
        currentDate: now,
        requiredClaims: ["sub", "exp", "kid"],
      });
      if (protectedHeader.kid !== account.keyId || payload.kid !== account.keyId) {
        return { status: 401, why: "another key" };
      }
      if ((payload.exp ?? 0) > Math.ceil(now.getTime() / 1000) + longestLife) {
        return { status: 401, why: "exp is more than 24 hours on" };
      }
      if (wantsDownload && payload.downloadable !== true) return { status: 403, why: "not downloadable" };
      return videos.find(payload.sub ?? "") ?? { status: 404, why: "no such video" };
    } catch (failure) {
      return { status: 401, why: failure instanceof Error ? failure.message : "not a token" };
    }
  }

  async function sendFile(request: IncomingMessage, response: ServerResponse, path: string, type: string) {
    response.setHeader("Content-Type", type);
    await new Promise<void>((resolve) => {
      response.once("close", resolve);
      send(request, path, { dotfiles: "allow", cacheControl: false })
        .on("error", (error: { status?: number }) => sendText(response, error.status ?? 500, "not here"))
        .pipe(response);
    });
  }

  return async (request: IncomingMessage, response: ServerResponse, url: URL): Promise<void> => {
    response.setHeader("Access-Control-Allow-Origin", "*");
    response.setHeader("Access-Control-Allow-Headers", "*");
    response.setHeader("Access-Control-Expose-Headers", "Content-Length, Content-Range");
    response.setHeader("Cache-Control", "private, max-age=60");
    response.setHeader("Referrer-Policy", "no-referrer");
    if (request.method === "OPTIONS") return void response.writeHead(204).end();
    if (request.method !== "GET" && request.method !== "HEAD") return sendText(response, 405, "GET or HEAD");
    const [, tokenOrUid = "", place = "", name = "", more] = url.pathname.split("/");
    const download = downloadKinds.find((kind) => downloadFiles[kind].name === name && place === "downloads");
    const isManifest = place === "manifest" && /^(video\.m3u8|rendition\.m3u8|piece\d{4}\.ts)$/.test(name);
    if (more !== undefined || !(download || isManifest)) return sendText(response, 404, "not here");
    const video = await open(tokenOrUid, download !== undefined);
    if ("why" in video) return sendText(response, video.status, video.why);
    if (video.status.state !== "ready") return sendText(response, 404, "not ready");
    if (download) {
      if (video[download]?.status !== "ready")
        return sendText(response, 404, "not requested, or not yet made");
      return sendFile(request, response, videos.fileOf(video, name), downloadFiles[download].contentType);
    }
    if (!video.hls) return sendText(response, 501, "HLS needs ffmpeg on the PATH of the local Stream");
    const file = videos.fileOf(video, `hls/${name}`);
    if (name === "video.m3u8") return sendPlaylist(response, await mainPlaylist(video, videos));
    if (!existsSync(file)) return sendText(response, 404, "not here");
    if (name.endsWith(".m3u8")) return sendPlaylist(response, await readFile(file, "utf8"));
    return sendFile(request, response, file, "video/mp2t");
  };
}

/** Relative addresses keep the token in the path. */
async function mainPlaylist(video: StoredVideo, videos: Videos): Promise<string> {
  const rendition = await readFile(videos.fileOf(video, "hls/rendition.m3u8"), "utf8");
  const seconds = [...rendition.matchAll(/^#EXTINF:([\d.]+)/gm)].reduce(
    (sum, [, part]) => sum + Number(part),
    0,
  );
  const bandwidth = Math.ceil((video.received * 8) / Math.max(seconds, 0.1));
  return `#EXTM3U\n#EXT-X-VERSION:3\n#EXT-X-STREAM-INF:BANDWIDTH=${bandwidth}\nrendition.m3u8\n`;
}

function sendPlaylist(response: ServerResponse, text: string): void {
  response.writeHead(200, { "Content-Type": "application/vnd.apple.mpegurl" }).end(text);
}
