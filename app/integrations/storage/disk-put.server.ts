import { randomUUID } from "node:crypto";
import { type FileHandle, mkdir, open, rename, rm } from "node:fs/promises";
import { dirname, join } from "node:path";
import { addAbortSignal, type Readable } from "node:stream";
import { temporaryFolder } from "./disk-folders";
import { flushToDisk, writeBody } from "./disk-write.server";
import { atStore } from "./storage-error";
import type { StoreWatch } from "./store-watch.server";

type Target = { dir: string; path: string; watch: StoreWatch };

/**
 * Writes a body to a temporary file, waits for the disk to have it, and renames it into place: readers see the old
 * file, the new one whole, or none. Returns the length in bytes.
 * Rejects as `Storage.put` says, the temporary file removed and the body destroyed.
 */
export async function putOnDisk(
  { dir, path, watch }: Target,
  body: Readable,
  signal?: AbortSignal,
): Promise<number> {
  const temporary = join(dir, temporaryFolder, randomUUID());
  let file: FileHandle | undefined;
  const step = <T>(run: () => Promise<T>) => atStore("put", () => watch.within(run));
  body.on("error", () => {}); // the loop that reads it reports it; without a listener it would end the process
  try {
    signal?.throwIfAborted();
    if (signal) addAbortSignal(signal, body);
    file = await atStore("put", () =>
      watch.within(() => create(temporary), { late: (made) => made.close() }),
    );
    const written = file;
    const bytes = await writeBody("put", written, body, { watch });
    await flushToDisk("put", { file: written, bytes, watch });
    await step(() => written.close());
    await step(() => mkdir(dirname(path), { recursive: true, mode: 0o700 }));
    signal?.throwIfAborted();
    await step(() => rename(temporary, path));
    return bytes;
  } catch (error) {
    body.destroy();
    const opened = file;
    // On a disk that hangs, closing waits for the write that hangs: the rest is done when it can be.
    if (opened) await watch.within(() => discard(opened, temporary)).catch(() => {});
    throw signal?.aborted ? signal.reason : error;
  }
}

async function create(path: string): Promise<FileHandle> {
  await mkdir(dirname(path), { recursive: true, mode: 0o700 });
  return open(path, "wx", 0o600);
}

async function discard(file: FileHandle, path: string): Promise<void> {
  await file.close().catch(() => {});
  await rm(path, { force: true }).catch(() => {});
}
