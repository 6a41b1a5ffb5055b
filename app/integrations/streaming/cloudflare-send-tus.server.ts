import { Agent as HttpAgent } from "node:http";
import { Agent as HttpsAgent } from "node:https";
import type { Readable } from "node:stream";
import { setTimeout as sleep } from "node:timers/promises";
import { createBodyReader } from "./body-reader.server";
import { type CloudflareAnswer, toRefusal, toUnreachable, toUnreadable } from "./cloudflare-failure.server";
import type { SendOptions } from "./cloudflare-send-form.server";
import { openTransfer, type Transfer } from "./cloudflare-transfer.server";
import { StreamingError } from "./streaming";

/**
 * In bytes; each upload under way holds one. Cloudflare takes 5,242,880 to 209,715,200 in steps of 262,144, the last
 * chunk aside, and advises 52,428,800 on good lines: https://developers.cloudflare.com/stream/uploading-videos/resumable-uploads/
 */
export const chunkSize = 8 * 1024 * 1024;

/** Written at once, in bytes: what has to be taken within the time limit. */
const pieceSize = 256 * 1024;

const doing = "sending a file by tus";

/**
 * Sends a body by tus 1.0, as `Streaming.send` says. A chunk that was dropped is resumed where Cloudflare says it is.
 * Not tus-js-client, which serves the browser: in Node it knows no time limit, waits for ever on a source that closes
 * without an end, and joins buffers for every chunk.
 */
export async function sendByTus(uploadUrl: string, body: Readable, options: SendOptions): Promise<void> {
  const { bytes, signal, timeoutMs, retryDelaysMs } = options;
  const reader = createBodyReader(body, bytes);
  const agent = new (uploadUrl.startsWith("https:") ? HttpsAgent : HttpAgent)({ keepAlive: true });
  let transfer: Transfer | undefined;
  const stop = () => {
    transfer?.destroy(signal?.reason);
    body.destroy();
  };
  signal?.addEventListener("abort", stop, { once: true });

  /** Gives Cloudflare's answer, or throws what broke the line. */
  async function ask(method: "PATCH" | "HEAD", headers: Record<string, string | number>, chunk?: Buffer) {
    signal?.throwIfAborted();
    const opened = openTransfer(uploadUrl, {
      method,
      headers: { "Tus-Resumable": "1.0.0", ...headers },
      timeoutMs,
      agent,
    });
    transfer = opened;
    for (let at = 0; chunk && at < chunk.length && !opened.isOver(); at += pieceSize) {
      await opened.write(chunk.subarray(at, at + pieceSize));
    }
    return opened.finish();
  }

  /** Gives how many bytes of the chunk Cloudflare has now, one at least. */
  async function deliver(offset: number, chunk: Buffer): Promise<number> {
    const headers = {
      "Upload-Offset": offset,
      "Content-Type": "application/offset+octet-stream",
      "Content-Length": chunk.length,
    };
    for (let attempt = 0; ; attempt++) {
      try {
        if (attempt > 0) {
          const taken = offsetOf(await ask("HEAD", {}), true) - offset;
          if (taken < 0 || taken > chunk.length) throw toUnreadable(doing, `${taken} bytes from ${offset}`);
          if (taken > 0) return taken;
        }
        const taken = offsetOf(await ask("PATCH", headers, chunk), attempt > 0) - offset;
        if (taken <= 0 || taken > chunk.length) throw toUnreadable(doing, `${taken} bytes from ${offset}`);
        return taken;
      } catch (failure) {
        signal?.throwIfAborted();
        const told = failure instanceof StreamingError ? failure : toUnreachable(doing, failure);
        const delay = retryDelaysMs[attempt];
        if (told.kind === "refused" || delay === undefined) throw told;
        await sleep(delay, undefined, { signal });
      }
    }
  }

  try {
    signal?.throwIfAborted();
    const window = Buffer.allocUnsafeSlow(Math.min(chunkSize, bytes));
    for (let offset = 0, kept = 0; offset < bytes; ) {
      const filled = await reader.fill(window, kept);
      const taken = await deliver(offset, window.subarray(0, filled));
      // Whatever was not taken goes first in the next chunk, which so has its full size again.
      window.copyWithin(0, taken, filled);
      kept = filled - taken;
      offset += taken;
    }
  } catch (failure) {
    if (signal?.aborted) throw signal.reason;
    throw failure;
  } finally {
    signal?.removeEventListener("abort", stop);
    agent.destroy();
    body.destroy();
  }
}

/**
 * Gives the offset an answer tells. While Cloudflare still works on a chunk whose line broke, it is elsewhere than it said
 * (409) or locked (423): `again` says that this may be so. For a chunk's first try, a conflict means that the place was used.
 */
function offsetOf(answer: CloudflareAnswer, again = false): number {
  if (again && (answer.status === 409 || answer.status === 423)) throw toUnreadable(doing, answer.status);
  if (answer.status < 200 || answer.status > 299) throw toRefusal(doing, answer);
  const told = answer.headers.get("upload-offset") ?? "";
  if (!/^\d+$/.test(told)) throw toUnreadable(doing, "no offset");
  return Number(told);
}
