import { randomUUID } from "node:crypto";
import { type FileHandle, mkdir, open, rename, rm } from "node:fs/promises";
import { dirname, join } from "node:path";
import { addAbortSignal, type Readable } from "node:stream";
import { temporaryFolder } from "./disk-folders";
import { writeBody } from "./disk-write.server";
import { atStore } from "./storage-error";

type Target = { dir: string; path: string };

/**
 * Writes a body to a temporary file, waits for the disk to have it, and renames it into place: readers see the old
 * file, the new one whole, or none. Takes the store's folder and the final path. Gives the length in bytes.
 * Rejects as `Storage.put` says, the temporary file removed and the body destroyed.
 */
export async function putOnDisk(
  { dir, path }: Target,
  body: Readable,
  signal?: AbortSignal,
): Promise<number> {
  const temporary = join(dir, temporaryFolder, randomUUID());
  let file: FileHandle | undefined;
  body.on("error", () => {}); // told by the loop that reads it; without a listener it would end the process
  try {
    signal?.throwIfAborted();
    if (signal) addAbortSignal(signal, body);
    file = await atStore("put", () => create(temporary));
    const written = file;
    const bytes = await writeBody("put", written, body);
    await atStore("put", () => written.datasync());
    await atStore("put", () => written.close());
    await atStore("put", () => mkdir(dirname(path), { recursive: true, mode: 0o700 }));
    signal?.throwIfAborted();
    await atStore("put", () => rename(temporary, path));
    return bytes;
  } catch (error) {
    body.destroy();
    await file?.close().catch(() => {});
    if (file) await rm(temporary, { force: true }).catch(() => {});
    throw signal?.aborted ? signal.reason : error;
  }
}

async function create(path: string): Promise<FileHandle> {
  await mkdir(dirname(path), { recursive: true, mode: 0o700 });
  return open(path, "wx", 0o600);
}
