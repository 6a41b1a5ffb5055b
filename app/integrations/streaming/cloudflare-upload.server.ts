import { setTimeout as sleep } from "node:timers/promises";
import type { Clock } from "~/integrations/clock";
import {
  type CloudflareClient,
  isSuccess,
  toRefusal,
  toUnreachable,
  toUnreadable,
} from "./cloudflare-client.server";
import {
  type SendOutcome,
  StreamingError,
  type StreamOrder,
  type StreamSource,
  type StreamUpload,
} from "./streaming";

/**
 * Cloudflare reserves that much paid storage per upload, and rejects a longer video (ERR_DURATION_EXCEED_CONSTRAINT). 500
 * MB hold four hours at 290 kbit/s; accounts with 1,000 minutes forbid more.
 */
export const maxDurationSeconds = 4 * 60 * 60;

/** Cloudflare's maximum is six hours, by its clock; its default of 30 minutes is too short for 500 MB at 2 Mbit/s. */
const placeLasts = (6 * 60 - 5) * 60 * 1000;

/** Limit for Cloudflare's answer: a creator waits for the upload to begin. */
const placeMs = 4_000;

const makingPlace = "making a place for an upload";

/**
 * Makes a one-time upload address for tus; the video needs signed links from the start:
 * https://developers.cloudflare.com/stream/uploading-videos/direct-creator-uploads/
 */
export async function makePlace(
  client: CloudflareClient,
  clock: Clock,
  order: StreamOrder,
): Promise<StreamUpload> {
  const answer = await client.call({
    method: "POST",
    path: "?direct_user=true",
    headers: {
      "Tus-Resumable": "1.0.0",
      "Upload-Length": String(order.bytes),
      "Upload-Creator": order.creatorId,
      "Upload-Metadata": toUploadMetadata({
        name: order.name,
        maxDurationSeconds: String(maxDurationSeconds),
        requiresignedurls: undefined,
        expiry: new Date(clock().getTime() + placeLasts).toISOString(),
      }),
    },
    limitMs: placeMs,
    doing: makingPlace,
  });
  if (!isSuccess(answer)) throw toRefusal(makingPlace, answer);
  // The address may contain the id, but Cloudflare promises it only in this header.
  const uid = answer.headers.get("stream-media-id");
  const uploadUrl = answer.headers.get("location");
  if (!uid || !uploadUrl || !URL.canParse(uploadUrl)) throw toUnreadable(makingPlace);
  return { uid, uploadUrl };
}

/** Values are base64; a key without a value has none. */
function toUploadMetadata(entries: Record<string, string | undefined>): string {
  return Object.entries(entries)
    .map(([key, value]) => (value ? `${key} ${Buffer.from(value).toString("base64")}` : key))
    .join(",");
}

interface SendOptions {
  signal?: AbortSignal | undefined;
  timeoutMs: number;
  retryDelaysMs: readonly number[];
}

/**
 * One chunk per upload is held in memory. Cloudflare accepts 5,242,880 to 209,715,200 bytes in steps of 262,144, except
 * for the last: https://developers.cloudflare.com/stream/uploading-videos/resumable-uploads/
 */
export const chunkSize = 8 * 1024 * 1024;

const sendingFile = "sending a file by tus";

/** See `Streaming.send`. tus-js-client has no time limit in Node, and cannot read its source again after a failure. */
export async function sendByTus(
  uploadUrl: string,
  source: StreamSource,
  { signal, timeoutMs, retryDelaysMs }: SendOptions,
): Promise<SendOutcome> {
  for (let offset: number | undefined, failures = 0; ; ) {
    try {
      const from = offset ?? (await request("HEAD"));
      if (from === "gone" || from === source.bytes) return from === "gone" ? "gone" : "complete";
      if (from > source.bytes) throw toUnreadable(sendingFile, `offset ${from} of ${source.bytes}`);
      const end = Math.min(from + chunkSize, source.bytes);
      const next = await request("PATCH", from, await source.read(from, end));
      if (next === "gone") return "gone";
      if (next <= from || next > end)
        throw toUnreadable(sendingFile, `offset ${next} after ${from} to ${end}`);
      offset = next;
      failures = 0;
    } catch (error) {
      signal?.throwIfAborted();
      const delay = retryDelaysMs[failures];
      const passes = error instanceof StreamingError && error.kind === "unavailable";
      if (!passes || delay === undefined) throw error;
      failures += 1;
      offset = undefined;
      await sleep(delay, undefined, { signal }).catch(() => signal?.throwIfAborted());
    }
  }

  async function request(
    method: "HEAD" | "PATCH",
    from = 0,
    chunk?: Uint8Array<ArrayBuffer>,
  ): Promise<number | "gone"> {
    signal?.throwIfAborted();
    const limit = AbortSignal.timeout(timeoutMs);
    const answer = await fetch(uploadUrl, {
      method,
      headers: {
        "Tus-Resumable": "1.0.0",
        ...(chunk
          ? { "Upload-Offset": String(from), "Content-Type": "application/offset+octet-stream" }
          : {}),
      },
      body: chunk ?? null,
      redirect: "manual",
      signal: signal ? AbortSignal.any([signal, limit]) : limit,
    }).catch((error: unknown) => {
      throw toUnreachable(sendingFile, error);
    });
    const { status, headers } = answer;
    const text = await answer.text().catch((error: unknown) => {
      throw toUnreachable(sendingFile, error);
    });
    if (status === 404 || status === 410) return "gone";
    // Cloudflare still works on a chunk whose connection broke: its offset changes (409) or is locked (423).
    if (status === 409 || status === 423) throw toUnreadable(sendingFile, status);
    if (!answer.ok) throw toRefusal(sendingFile, { status, headers, text });
    const offset = headers.get("upload-offset") ?? "";
    if (!/^\d+$/.test(offset)) throw toUnreadable(sendingFile, "no offset");
    return Number(offset);
  }
}
