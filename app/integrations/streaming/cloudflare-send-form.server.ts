import { randomBytes } from "node:crypto";
import type { Readable } from "node:stream";
import { createBodyReader } from "./body-reader.server";
import { type CloudflareAnswer, toRefusal, toUnreachable, toUnreadable } from "./cloudflare-failure.server";
import { openTransfer } from "./cloudflare-transfer.server";
import { StreamingError } from "./streaming";

export interface SendOptions {
  bytes: number;
  signal?: AbortSignal | undefined;
  /** In milliseconds: how long Cloudflare may take no byte, or leave us without an answer. */
  timeoutMs: number;
  /** In milliseconds, one for each time that a dropped chunk is taken up again. A form has one try. */
  retryDelaysMs: readonly number[];
}

const doing = "sending a file as a form";

/** Sends a body as the field `file` of one multipart post, as `Streaming.send` says. No more of it is read than is taken. */
export async function sendByForm(uploadUrl: string, body: Readable, options: SendOptions): Promise<void> {
  const { bytes, signal, timeoutMs } = options;
  const boundary = `sabia-${randomBytes(16).toString("hex")}`;
  const head = Buffer.from(
    `--${boundary}\r\nContent-Disposition: form-data; name="file"; filename="video"\r\n` +
      "Content-Type: application/octet-stream\r\n\r\n",
  );
  const tail = Buffer.from(`\r\n--${boundary}--\r\n`);
  const reader = createBodyReader(body, bytes);
  let allSent = false;
  const transfer = openTransfer(uploadUrl, {
    method: "POST",
    headers: {
      "Content-Type": `multipart/form-data; boundary=${boundary}`,
      "Content-Length": head.length + bytes + tail.length,
    },
    timeoutMs,
    // Nobody waits for a body that nobody takes.
    onOver: () => void (allSent || body.destroy()),
  });
  const stop = () => {
    transfer.destroy(signal?.reason);
    body.destroy();
  };
  signal?.addEventListener("abort", stop, { once: true });
  try {
    signal?.throwIfAborted();
    await transfer.write(head);
    for (let chunk = await reader.next(); chunk; chunk = await reader.next()) {
      await transfer.write(chunk);
      if (transfer.isOver()) break;
    }
    allSent = !transfer.isOver();
    judge(await transfer.finish(tail), allSent);
  } catch (failure) {
    if (signal?.aborted) throw signal.reason;
    if (failure instanceof StreamingError) throw failure;
    if (reader.failure() && !transfer.isOver()) throw failure;
    // What broke the body off was the end of the line, or an answer before the end of the file.
    const answer = transfer.isOver() ? await transfer.finish().catch(() => undefined) : undefined;
    if (answer) judge(answer, false);
    throw toUnreachable(doing, failure);
  } finally {
    signal?.removeEventListener("abort", stop);
    transfer.destroy("over");
    body.destroy();
  }
}

function judge(answer: CloudflareAnswer, allSent: boolean): void {
  if (answer.status !== 200) throw toRefusal(doing, answer);
  if (!allSent) throw toUnreadable(doing, "success before the end of the file");
}
