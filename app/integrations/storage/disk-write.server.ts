import { randomUUID } from "node:crypto";
import { type FileHandle, mkdir, open, rename, rm } from "node:fs/promises";
import { dirname, join } from "node:path";
import { addAbortSignal, type Readable } from "node:stream";
import { atStore } from "./storage";
import type { StoreWatch } from "./store-watch.server";

export const objectsFolder = "objects";

/** Objects being written, on the same file system. */
export const temporaryFolder = "tmp";

/** Per write: 64 KiB pieces written one by one take twice the time. */
const batchBytes = 256 * 1024;

/** In pieces: writev(2) accepts IOV_MAX, 1,024 on Linux and macOS. */
const batchPieces = 512;

/** Flushed within the limit of silence. A slower disk counts as hung. */
const flushBytes = 64 * 1024 * 1024;

/** Progress is invisible, so the limit grows with the size. */
export function flushToDisk(
  operation: string,
  { file, bytes, watch }: { file: FileHandle; bytes: number; watch: StoreWatch },
): Promise<void> {
  const times = Math.max(1, Math.ceil(bytes / flushBytes));
  return atStore(operation, () => watch.within(() => file.datasync(), { times }));
}

/**
 * Writes one batch while the next is being read, without copying (docs/performance.md). `operation`: for errors; `from`,
 * `end`: the first position and the limit. Returns the position after the last byte. Rejects with the body's error once
 * the bytes before it are written, StorageError, or RangeError beyond the end; destroys the body.
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
    // Received bytes are kept, also if the body broke off.
    if (gathered > 0) await flush();
    await writing;
  }
  return at;
}

/** A single write may be partial. */
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

/** Writes a temporary file, flushes it, and renames it into place, so that readers never see a part. See `Storage.put`. */
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
    // On a hung disk, closing waits for the hung write: the rest is done later.
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
