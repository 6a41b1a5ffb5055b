import type { IncomingMessage, ServerResponse } from "node:http";
import { z } from "zod";
import type { Clock } from "~/integrations/clock";
import { readBody } from "../stripe/read-body";
import type { StreamAccount } from "./account";
import { sendErrors, sendResult } from "./answers";
import { toDetails, toDownloads } from "./details";
import { parseUploadMetadata } from "./upload-metadata";
import type { NewVideo, StoredVideo, Videos } from "./videos";

interface ApiOptions {
  account: StreamAccount;
  videos: Videos;
  clock: Clock;
  origin: string;
  /** Starts to make the MP4 where it is not there yet. */
  makeMp4(video: StoredVideo): void;
  remove(video: StoredVideo): Promise<void>;
}

const seconds = z.number().int().min(1).max(36_000);
const order = z.strictObject({
  maxDurationSeconds: seconds,
  expiry: z.iso.datetime({ offset: true }).optional(),
  requireSignedURLs: z.boolean().optional(),
  creator: z.string().max(64).optional(),
  meta: z.record(z.string(), z.unknown()).optional(),
  allowedOrigins: z.array(z.string()).optional(),
  thumbnailTimestampPct: z.number().min(0).max(1).optional(),
});

/** In milliseconds: how long an upload address lasts, unless asked, and at most. */
const usualLife = 30 * 60_000;
const longestLife = 6 * 60 * 60_000;

/** The part of `/accounts/<account>/stream` that the product uses; whatever else is asked is refused by name. */
export function createApi({ account, videos, clock, origin, makeMp4, remove }: ApiOptions) {
  const root = `/client/v4/accounts/${account.accountId}/stream`;

  /** Undefined for a time that is over, or too far on. */
  function expiryOf(asked: string | undefined): string | undefined {
    const now = clock().getTime();
    if (asked === undefined) return new Date(now + usualLife).toISOString();
    const at = Date.parse(asked);
    return at > now && at <= now + longestLife ? new Date(at).toISOString() : undefined;
  }

  async function orderForm(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const parsed = order.safeParse(parseJson((await readBody(request)) ?? ""));
    if (!parsed.success) return sendErrors(response, 400, 10005, z.prettifyError(parsed.error));
    const { maxDurationSeconds, requireSignedURLs = false, creator = null, meta = {} } = parsed.data;
    const expiry = expiryOf(parsed.data.expiry);
    if (!expiry) return sendErrors(response, 400, 10005, "expiry must lie within the next six hours");
    const wanted: NewVideo = {
      way: "form",
      bytes: null,
      expiry,
      maxDurationSeconds,
      requireSignedURLs,
      creator,
      meta,
    };
    const video = videos.make(wanted);
    sendResult(response, { uid: video.uid, uploadURL: `${origin}/upload/${video.place}` });
  }

  function orderTus({ headers }: IncomingMessage, response: ServerResponse) {
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
      way: "tus",
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

  async function answerVideo(method: string, rest: string, response: ServerResponse): Promise<void> {
    const [uid = "", part] = rest.split("/");
    const video = videos.find(uid);
    if (!video) return sendErrors(response, 404, 10003, "Not found");
    if (part === undefined && method === "GET") return sendResult(response, toDetails(video, origin));
    if (part === undefined && method === "DELETE") {
      await remove(video);
      response.writeHead(200).end();
      return;
    }
    if (part === "downloads" && method === "GET") return sendResult(response, toDownloads(video, origin));
    if (part === "downloads" && method === "POST") {
      if (video.status.state !== "ready") return sendErrors(response, 400, 10005, "The video is not ready");
      makeMp4(video);
      return sendResult(response, toDownloads(video, origin));
    }
    sendErrors(response, 405, 10000, `${method} is not known here`);
  }

  return async (request: IncomingMessage, response: ServerResponse, url: URL): Promise<void> => {
    const method = request.method ?? "GET";
    if (request.headers.authorization !== `Bearer ${account.apiToken}` || !url.pathname.startsWith(root)) {
      return sendErrors(response, 403, 10000, "Authentication error");
    }
    const rest = url.pathname.slice(root.length).replace(/^\//, "");
    if (rest === "direct_upload" && method === "POST") return orderForm(request, response);
    if (rest === "" && method === "POST" && url.searchParams.get("direct_user") === "true") {
      return orderTus(request, response);
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
