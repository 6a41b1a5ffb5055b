import { randomUUID } from "node:crypto";
import { type FileHandle, mkdir, open, rename, rm } from "node:fs/promises";
import { dirname, join } from "node:path";
import { addAbortSignal, type Readable } from "node:stream";
import { atStore } from "./storage";
import type { StoreWatch } from "./store-watch.server";

/** The folder of complete objects, each at its key. */
export const objectsFolder = "objects";

/** The folder of objects being written, on the same file system. */
export const temporaryFolder = "tmp";

/** Gathered before each write, in bytes: 64 KiB pieces written one by one take twice the time. */
const batchBytes = 256 * 1024;

/** Gathered at most, in pieces: writev(2) takes no more than IOV_MAX of them, 1,024 on Linux and macOS. */
const batchPieces = 512;

/** Written back to the disk within the limit of silence, in bytes. A slower disk counts as hung. */
const flushBytes = 64 * 1024 * 1024;

/** Waits until the disk has stored the written bytes. Progress is invisible, so the limit grows with the size. */
export function flushToDisk(
  operation: string,
  { file, bytes, watch }: { file: FileHandle; bytes: number; watch: StoreWatch },
): Promise<void> {
  const times = Math.max(1, Math.ceil(bytes / flushBytes));
  return atStore(operation, () => watch.within(() => file.datasync(), { times }));
}

/**
 * Writes a body into an open file, one batch while the next is being read. Nothing is copied: with each batch in a
 * buffer of its own, twenty uploads at once went at two thirds of the speed (docs/performance.md).
 * `operation` names it in errors; `from` and `end` are the first position and the limit in bytes. Returns the position
 * after the last byte. A body that fails rejects with its error once all that came before is written; so does
 * StorageError for the file, also where a batch is not written in time, and RangeError for a body that goes past the
 * end. The body is destroyed.
 */
export async function writeBody(
  operation: string,
  file: FileHandle,
  body: Readable,
  { watch, from = 0, end = Number.MAX_SAFE_INTEGER }: { watch: StoreWatch; from?: number; end?: number },
): Promise<number> {
  let at = from;
  let batch: Buffer[] = [];
  let gathered = 0;
  let writing = Promise.resolve();
  const flush = async () => {
    await writing;
    if (at + gathered > end) throw new RangeError("the body goes past the end");
    const [pieces, position] = [batch, at];
    writing = atStore(operation, () => watch.within(() => writeAll(file, pieces, position)));
    writing.catch(() => {}); // reported by the next `await writing`
    at += gathered;
    batch = [];
    gathered = 0;
  };
  try {
    for await (const chunk of body) {
      const piece = Buffer.isBuffer(chunk) ? chunk : Buffer.from(chunk);
      batch.push(piece);
      gathered += piece.length;
      if (gathered >= batchBytes || batch.length >= batchPieces) await flush();
    }
  } finally {
    // The received bytes are kept, also if the body broke off.
    if (gathered > 0) await flush();
    await writing;
  }
  return at;
}

/** A single write may take only a part. */
async function writeAll(file: FileHandle, pieces: Buffer[], position: number): Promise<void> {
  let at = position;
  let left = pieces;
  while (left.length > 0) {
    const { bytesWritten } = await file.writev(left, at);
    at += bytesWritten;
    left = after(left, bytesWritten);
  }
}

function after(pieces: Buffer[], bytes: number): Buffer[] {
  let skipped = 0;
  for (const [index, piece] of pieces.entries()) {
    if (skipped + piece.length > bytes) return [piece.subarray(bytes - skipped), ...pieces.slice(index + 1)];
    skipped += piece.length;
  }
  return [];
}

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
