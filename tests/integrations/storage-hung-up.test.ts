import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Readable } from "node:stream";
import { expect, test } from "vitest";
import { createDiskStorage } from "~/integrations/storage/disk.server";

/** A stream that fails with nobody listening ends the whole server: vitest reports one here as an unhandled error. */
test("a visitor who disconnects while a file is opened causes no error", async () => {
  const dir = await mkdtemp(join(tmpdir(), "storage-"));
  try {
    const storage = createDiskStorage({
      dir,
      secrets: ["a secret of the app, 32 characters"],
      clock: () => new Date(),
    });
    await storage.put("someone/thumbs/1.webp", Readable.from([Buffer.alloc(1_000)]));
    const hungUp = new AbortController();
    const opening = storage.open("someone/thumbs/1.webp", { signal: hungUp.signal });
    hungUp.abort();
    await expect(opening).rejects.toThrow("aborted");
  } finally {
    await rm(dir, { recursive: true, force: true });
  }
});
