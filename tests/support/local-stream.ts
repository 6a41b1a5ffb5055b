import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll } from "vitest";
import type { LocalStream, StreamOptions } from "../../dev/cloudflare-stream/server";
import { startCloudflareStream } from "../../dev/cloudflare-stream/server";

/** A local Cloudflare Stream until the end of the test file. `startTestWorld(stream.env)` uses it. */
export async function startLocalStream(options: Partial<StreamOptions> = {}): Promise<LocalStream> {
  const dir = await mkdtemp(join(tmpdir(), "sabia-test-stream-"));
  const stream = await startCloudflareStream({ dir, ...options });
  afterAll(async () => {
    await stream.close();
    await rm(dir, { recursive: true, force: true });
  });
  return stream;
}
