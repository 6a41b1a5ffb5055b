import { readFileSync } from "node:fs";
import { expect } from "vitest";
import { createCloudflareStream } from "~/integrations/streaming/cloudflare-stream.server";
import { parseSigningKey } from "~/integrations/streaming/signing-key";
import type { Streaming, StreamOrder, StreamSource, StreamUpload } from "~/integrations/streaming/streaming";
import type { LocalStream } from "../../dev/cloudflare-stream/server";
import { startLocalStream } from "../support/local-stream";

/** A few seconds of H.264 and AAC, 100 KB. */
export const clip = readFileSync(new URL("../../dev/demo/assets/cafe-coado.mp4", import.meta.url));

export interface StreamSetup {
  stream: LocalStream;
  streaming: Streaming;
  now(): Date;
  advance(milliseconds: number): void;
}

/** The adapter against an account, with what a test wants otherwise. */
export function adapterFor(
  env: Record<string, string>,
  clock: () => Date,
  more: { apiUrl?: string; timeoutMs?: number; sendTimeoutMs?: number } = {},
): Streaming {
  const key = parseSigningKey(env.CLOUDFLARE_STREAM_KEY_JWK ?? "");
  if (!key) throw new Error("no signing key");
  return createCloudflareStream({
    accountId: env.CLOUDFLARE_ACCOUNT_ID ?? "",
    apiToken: env.CLOUDFLARE_API_TOKEN ?? "",
    keyId: env.CLOUDFLARE_STREAM_KEY_ID ?? "",
    key,
    customer: env.CLOUDFLARE_STREAM_CUSTOMER ?? "",
    webhookSecret: env.CLOUDFLARE_STREAM_WEBHOOK_SECRET ?? "",
    apiUrl: env.CLOUDFLARE_API_URL,
    playbackUrl: env.CLOUDFLARE_STREAM_URL,
    clock,
    sendRetryDelaysMs: [5, 10, 20],
    ...more,
  });
}

/** The adapter and the local Stream, joined over real HTTP and going by one clock. */
export async function startStreamSetup(options: { ffmpeg?: false } = {}): Promise<StreamSetup> {
  let now = Math.floor(Date.now() / 1000) * 1000;
  const clock = () => new Date(now);
  const stream = await startLocalStream({ clock, ...options });
  return {
    stream,
    streaming: adapterFor(stream.env, clock),
    now: clock,
    advance(milliseconds) {
      now += milliseconds;
    },
  };
}

export const anOrder = (bytes: number): StreamOrder => ({
  bytes,
  name: "Café coado, do grão à xícara",
  creatorId: "0b7c2f52-9a4e-4e43-8f0c-7a4f1f7d2c11",
});

/** A file, with the offsets that it was read from. */
export function sourceOf(file: Buffer): StreamSource & { reads: number[] } {
  const reads: number[] = [];
  return {
    bytes: file.length,
    reads,
    async read(start, end) {
      reads.push(start);
      return Uint8Array.from(file.subarray(start, end));
    },
  };
}

/** Sends a file to an address of its own. */
export async function sendWhole(streaming: Streaming, file: Buffer): Promise<StreamUpload> {
  const upload = await streaming.beginUpload(anOrder(file.length));
  expect(await streaming.send(upload.uploadUrl, sourceOf(file))).toBe("complete");
  return upload;
}
