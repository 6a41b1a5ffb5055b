import { once } from "node:events";
import { type Agent as HttpAgent, request as httpRequest, type IncomingMessage } from "node:http";
import { request as httpsRequest } from "node:https";
import type { CloudflareAnswer } from "./cloudflare-failure.server";

interface TransferOptions {
  method: "POST" | "PATCH" | "HEAD";
  headers: Record<string, string | number>;
  /** In milliseconds: how long the other side may take no byte, or leave us without an answer. */
  timeoutMs: number;
  agent?: HttpAgent | undefined;
  /** Called once when the line breaks or the answer comes, whatever is being waited for then. */
  onOver?: (() => void) | undefined;
}

/** A request whose body is written piece by piece, as fast as the other side takes it. */
export interface Transfer {
  /** Resolves when there is room for more, or an answer. @throws where the line broke or the other side was silent */
  write(piece: Buffer): Promise<void>;
  /** Ends the body. Gives the answer. */
  finish(last?: Buffer): Promise<CloudflareAnswer>;
  /** Whether the answer or the end of the line has come. */
  isOver(): boolean;
  destroy(reason: unknown): void;
}

/** In bytes: of an answer to a transfer, only a refusal's words matter. */
const longestAnswer = 64 * 1024;

/**
 * Not fetch: that copies every buffer it sends, lets nobody state the length of a stream, and counts its time limits
 * from the start, where a long upload needs them from the last byte that moved.
 */
export function openTransfer(url: string, options: TransferOptions): Transfer {
  const { method, headers, timeoutMs, agent, onOver } = options;
  const open = url.startsWith("https:") ? httpsRequest : httpRequest;
  const request = open(url, { method, headers, agent: agent ?? false });
  let over = false;
  const answered = new Promise<CloudflareAnswer>((resolve, reject) => {
    let hasHead = false;
    request.once("response", (response) => {
      hasHead = true;
      void readAnswer(response).then(resolve, reject);
    });
    // Not once: writing to a destroyed request is another error, and one without a listener ends the process.
    request.on("error", reject);
    // Where an answer has begun, reading it says how it ended.
    request.once("close", () => hasHead || reject(new Error("the line was closed")));
  });
  const noteOver = () => {
    over = true;
    onOver?.();
  };
  answered.then(noteOver, noteOver);

  async function inTime<T>(wanted: Promise<T>): Promise<T> {
    const timer = setTimeout(() => request.destroy(new Error(`${timeoutMs} ms of silence`)), timeoutMs);
    try {
      return await wanted;
    } finally {
      clearTimeout(timer);
    }
  }

  return {
    async write(piece) {
      if (over) await answered;
      if (over || request.write(piece)) return;
      const stop = new AbortController();
      try {
        await inTime(Promise.race([once(request, "drain", { signal: stop.signal }), answered]));
      } finally {
        stop.abort();
      }
    },
    finish(last) {
      if (!over) request.end(last);
      return inTime(answered);
    },
    isOver: () => over,
    destroy: (reason) => void request.destroy(reason instanceof Error ? reason : new Error(String(reason))),
  };
}

async function readAnswer(response: IncomingMessage): Promise<CloudflareAnswer> {
  let text = "";
  response.setEncoding("utf8");
  for await (const part of response) if (text.length < longestAnswer) text += part;
  const headers = new Headers();
  for (const [name, value] of Object.entries(response.headers)) headers.set(name, String(value));
  return { status: response.statusCode ?? 0, headers, text };
}
