import type { IncomingMessage, ServerResponse } from "node:http";
import { z } from "zod";
import type { Clock } from "~/integrations/clock";
import { readBody } from "../local-server/http";
import type { StreamAccount } from "./account";
import { sendErrors, sendResult, sendText } from "./answers";
import { toDetails, toDownloads } from "./details";
import type { Encoder } from "./encoder";
import { downloadFiles, downloadKinds, type StoredVideo, type Videos } from "./videos";

interface ApiOptions {
  account: StreamAccount;
  videos: Videos;
  clock: Clock;
  origin: string;
  encoder: Encoder;
}

const seconds = z.number().int().min(1).max(36_000);
const clipOrder = z.strictObject({
  clippedFromVideoUID: z.string(),
  startTimeSeconds: z.number().int().min(0),
  endTimeSeconds: z.number().int().min(1),
  requireSignedURLs: z.boolean().optional(),
});

/** Of an upload address: default and maximum, in milliseconds. */
const defaultLife = 30 * 60_000;
const longestLife = 6 * 60 * 60_000;

/** The part of `/accounts/<account>/stream` that the product uses; any other request is refused. */
export function createApi({ account, videos, clock, origin, encoder }: ApiOptions) {
  const answerCaptions = createCaptions(videos, encoder);
  const root = `/client/v4/accounts/${account.accountId}/stream`;

  /** Undefined for a time in the past or more than six hours ahead. */
  function expiryOf(requested: string | undefined): string | undefined {
    const now = clock().getTime();
    if (requested === undefined) return new Date(now + defaultLife).toISOString();
    const at = Date.parse(requested);
    return at > now && at <= now + longestLife ? new Date(at).toISOString() : undefined;
  }

  function makePlace({ headers }: IncomingMessage, response: ServerResponse) {
    if (headers["tus-resumable"] !== "1.0.0") return sendErrors(response, 412, 10005, "Tus-Resumable: 1.0.0");
    const bytes = Number(headers["upload-length"] ?? Number.NaN);
    if (!Number.isSafeInteger(bytes) || bytes < 1) return sendErrors(response, 400, 10005, "Upload-Length");
    const given = parseUploadMetadata(headers["upload-metadata"]?.toString());
    if (!given) return sendErrors(response, 400, 10005, "Upload-Metadata is malformed");
    const duration = seconds.safeParse(Number(given.get("maxdurationseconds")));
    if (!duration.success) return sendErrors(response, 400, 10005, "maxDurationSeconds is missing or wrong");
    const expiry = expiryOf(given.get("expiry"));
    if (!expiry) return sendErrors(response, 400, 10005, "expiry must lie within the next six hours");
    const video = videos.make({
      bytes,
      expiry,
      maxDurationSeconds: duration.data,
      requireSignedURLs: given.has("requiresignedurls"),
      creator: headers["upload-creator"]?.toString() ?? null,
      meta: { name: given.get("name") ?? "" },
    });
    response.writeHead(201, {
      "Tus-Resumable": "1.0.0",
      Location: `${origin}/tus/${video.place}?tusv2=true`,
      "stream-media-id": video.uid,
    });
    response.end();
  }

  /** https://developers.cloudflare.com/stream/edit-videos/video-clipping/ */
  async function clip(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const parsed = clipOrder.safeParse(parseJson(String(await readBody(request))));
    if (!parsed.success) return sendErrors(response, 400, 10005, z.prettifyError(parsed.error));
    const { clippedFromVideoUID, startTimeSeconds, endTimeSeconds, requireSignedURLs } = parsed.data;
    const whole = videos.find(clippedFromVideoUID);
    if (!whole) return sendErrors(response, 404, 10003, "Not found");
    if (whole.status.state !== "ready") return sendErrors(response, 400, 10005, "The video is not ready");
    if (endTimeSeconds <= startTimeSeconds) return sendErrors(response, 400, 10005, "endTimeSeconds");
    const made = videos.make({
      bytes: whole.bytes,
      expiry: new Date(clock().getTime() + defaultLife).toISOString(),
      maxDurationSeconds: null,
      requireSignedURLs: requireSignedURLs ?? whole.requireSignedURLs,
      creator: whole.creator,
      meta: whole.meta,
    });
    encoder.makeClip(made, { whole, start: startTimeSeconds, seconds: endTimeSeconds - startTimeSeconds });
    sendResult(response, toDetails(made, origin));
  }

  async function answerVideo(method: string, rest: string, response: ServerResponse): Promise<void> {
    const [uid = "", part, ...below] = rest.split("/");
    const video = videos.find(uid);
    if (!video) return sendErrors(response, 404, 10003, "Not found");
    if (part === undefined && method === "GET") return sendResult(response, toDetails(video, origin));
    if (part === undefined && method === "DELETE") {
      await encoder.remove(video);
      response.writeHead(200).end();
      return;
    }
    if (part === "downloads" && method === "GET" && below.length === 0)
      return sendResult(response, toDownloads(video, origin));
    const kind = downloadKinds.find((kind) => downloadFiles[kind].type === (below[0] ?? "default"));
    if (part === "downloads" && method === "POST" && kind && below.length < 2) {
      if (video.status.state !== "ready") return sendErrors(response, 400, 10005, "The video is not ready");
      encoder.makeDownload(video, kind);
      return sendResult(response, toDownloads(video, origin, [kind]));
    }
    if (part === "captions") return answerCaptions(method, video, below, response);
    sendErrors(response, 405, 10000, `${method} is not known here`);
  }

  return async (request: IncomingMessage, response: ServerResponse, url: URL): Promise<void> => {
    const method = request.method ?? "GET";
    if (request.headers.authorization !== `Bearer ${account.apiToken}` || !url.pathname.startsWith(root)) {
      return sendErrors(response, 403, 10000, "Authentication error");
    }
    const rest = url.pathname.slice(root.length).replace(/^\//, "");
    if (rest === "clip" && method === "POST") return clip(request, response);
    if (rest === "" && method === "POST" && url.searchParams.get("direct_user") === "true") {
      return makePlace(request, response);
    }
    if (rest === "") return sendErrors(response, 405, 10000, "Only direct creator uploads are known here");
    return answerVideo(method, rest, response);
  };
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** tus's `Upload-Metadata` in Cloudflare's spelling, keys in lower case; undefined if malformed. */
function parseUploadMetadata(header: string | undefined): Map<string, string> | undefined {
  const entries = new Map<string, string>();
  for (const pair of (header ?? "").split(",").filter(Boolean)) {
    const match = /^([!-+\--~]+)(?: ([A-Za-z0-9+/]+={0,2}))?$/.exec(pair);
    if (!match?.[1]) return undefined;
    entries.set(match[1].toLowerCase(), Buffer.from(match[2] ?? "", "base64").toString("utf8"));
  }
  return entries;
}

/** Spoken languages that Cloudflare recognises. */
const heard = ["cs", "nl", "en", "fr", "de", "it", "ja", "ko", "pl", "pt", "ru", "es"];

/** https://developers.cloudflare.com/stream/edit-videos/adding-captions/ */
function createCaptions(videos: Videos, { makeCaptions }: Encoder) {
  return (method: string, video: StoredVideo, [language = "", part]: string[], response: ServerResponse) => {
    const status = video.captions?.[language];
    const details = () => ({
      generated: true,
      label: language,
      language,
      status: video.captions?.[language],
    });
    if (method === "POST" && part === "generate") {
      if (!heard.includes(language)) return sendErrors(response, 400, 10005, "The language is not supported");
      if (video.status.state !== "ready") return sendErrors(response, 400, 10005, "The video is not ready");
      if (status) return sendErrors(response, 409, 10005, "There are captions in this language already");
      makeCaptions(video, language);
      return sendResult(response, details());
    }
    if (!status) return sendErrors(response, 404, 10003, "Not found");
    if (method === "GET" && part === undefined) return sendResult(response, details());
    if (method === "DELETE" && part === undefined) {
      const { [language]: _, ...captions } = video.captions ?? {};
      videos.change(video, { captions });
      return sendResult(response, "");
    }
    if (method === "GET" && part === "vtt" && status === "ready")
      return sendText(response, 200, vttOf(video));
    sendErrors(response, 405, 10000, `${method} is not known here`);
  };
}

/** Nothing listens to the video here: a cue for every five seconds. */
function vttOf({ duration }: StoredVideo): string {
  const count = Math.max(1, Math.ceil(Math.max(duration, 0) / 5));
  const time = (seconds: number) => new Date(Math.round(seconds * 1_000)).toISOString().slice(11, 23);
  const cues = Array.from({ length: count }, (_, at) => {
    const end = duration > 0 ? Math.min(at * 5 + 5, duration) : at * 5 + 5;
    return `${time(at * 5)} --> ${time(end)}\nFala ${at + 1}\n`;
  });
  return ["WEBVTT\n", ...cues].join("\n");
}
