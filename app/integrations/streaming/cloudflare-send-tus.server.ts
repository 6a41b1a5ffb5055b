import { setTimeout as sleep } from "node:timers/promises";
import { toRefusal, toUnreachable, toUnreadable } from "./cloudflare-client.server";
import { type SendOutcome, StreamingError, type StreamSource } from "./streaming";

interface SendOptions {
  signal?: AbortSignal | undefined;
  /** In milliseconds, for one chunk from the connection to the answer. */
  timeoutMs: number;
  /** In milliseconds: the pauses before a failed chunk is tried again. */
  retryDelaysMs: readonly number[];
}

/**
 * In bytes; each upload under way holds one chunk in memory. Cloudflare accepts 5,242,880 to 209,715,200 bytes in steps
 * of 262,144, except for the last chunk: https://developers.cloudflare.com/stream/uploading-videos/resumable-uploads/
 */
export const chunkSize = 8 * 1024 * 1024;

const doing = "sending a file by tus";

/**
 * Sends a file by tus 1.0 from the offset that Cloudflare reports, as `Streaming.send` describes. Not tus-js-client,
 * which has no time limit in Node and reads its source as one stream: after a failure the bytes before the offset are
 * gone.
 */
export async function sendByTus(
  uploadUrl: string,
  source: StreamSource,
  { signal, timeoutMs, retryDelaysMs }: SendOptions,
): Promise<SendOutcome> {
  for (let offset: number | undefined, failures = 0; ; ) {
    try {
      const from = offset ?? (await request("HEAD"));
      if (from === "gone" || from === source.bytes) return from === "gone" ? "gone" : "complete";
      if (from > source.bytes) throw toUnreadable(doing, `offset ${from} of ${source.bytes}`);
      const end = Math.min(from + chunkSize, source.bytes);
      const next = await request("PATCH", from, await source.read(from, end));
      if (next === "gone") return "gone";
      if (next <= from || next > end) throw toUnreadable(doing, `offset ${next} after ${from} to ${end}`);
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

  /** Returns the offset in the answer. */
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
      throw toUnreachable(doing, error);
    });
    const { status, headers } = answer;
    const text = await answer.text().catch((error: unknown) => {
      throw toUnreachable(doing, error);
    });
    if (status === 404 || status === 410) return "gone";
    // Cloudflare still works on a chunk whose connection broke: its offset changes (409) or is locked (423).
    if (status === 409 || status === 423) throw toUnreadable(doing, status);
    if (!answer.ok) throw toRefusal(doing, { status, headers, text });
    const offset = headers.get("upload-offset") ?? "";
    if (!/^\d+$/.test(offset)) throw toUnreadable(doing, "no offset");
    return Number(offset);
  }
}
