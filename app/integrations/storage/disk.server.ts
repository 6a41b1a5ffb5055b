import { access, constants, type FileHandle, mkdir, open, readdir, rm, stat, unlink } from "node:fs/promises";
import { join } from "node:path";
import { addAbortSignal, Readable } from "node:stream";
import type { Clock } from "~/integrations/clock";
import { createDiskResumable } from "./disk-resumable.server";
import { objectsFolder, putOnDisk, temporaryFolder } from "./disk-write.server";
import { assertRange, clampRange, contentTypeOf } from "./file-headers";
import { createLinkSigner, type LinkSecrets } from "./signed-link.server";
import { errorCode, type Storage, toStorageError } from "./storage";
import { assertStorageKey } from "./storage-key";
import { type StoreLimits, StoreWatch, withErrorListener } from "./store-watch.server";

/** The links' keys are derived from `secrets`. */
type Settings = { dir: string; secrets: LinkSecrets; clock: Clock; limits?: Partial<StoreLimits> };

/** Absent key or folder, or a key that names a folder. */
const absentCodes = new Set(["ENOENT", "ENOTDIR", "EISDIR"]);

/** In a folder of one machine, created when first needed. `serveSignedFiles` serves its links on the site itself. */
export function createDiskStorage({ dir, secrets, clock, limits }: Settings): Storage {
  const links = createLinkSigner(secrets);
  const watch = new StoreWatch(limits);
  const unlessAbsent = <T>(operation: string, run: () => Promise<T>, late?: (result: T) => unknown) =>
    ifPresent(operation, () => watch.within(run, { late }));
  const pathOf = (key: string) => {
    assertStorageKey(key);
    return join(dir, objectsFolder, key);
  };

  return {
    linkOrigin: undefined,
    resumable: createDiskResumable({ dir, pathOf, watch }),

    async put(key, body, { signal } = {}) {
      return { bytes: await putOnDisk({ dir, path: pathOf(key), watch }, body, signal) };
    },

    async open(key, { range, signal } = {}) {
      const path = pathOf(key);
      if (range) assertRange(range);
      signal?.throwIfAborted();
      const opened = await unlessAbsent(
        "open",
        () => openFile(path),
        (late) => late?.file.close(),
      );
      if (!opened) return undefined;
      const { file, size } = opened;
      if (signal?.aborted) {
        // A body made now would fail before anyone listens to it, and end the process.
        await file.close();
        throw signal.reason;
      }
      const { start, end } = clampRange(range, size);
      const body = withErrorListener(start > end ? Readable.from([]) : file.createReadStream({ start, end }));
      if (start > end) await file.close();
      if (signal) addAbortSignal(signal, body);
      return { body, bytes: end - start + 1, contentType: contentTypeOf(key) };
    },

    async check() {
      try {
        await watch.within(async () => {
          await mkdir(dir, { recursive: true });
          await access(dir, constants.R_OK | constants.W_OK | constants.X_OK);
        });
      } catch (error) {
        throw toStorageError("check", error);
      }
    },

    async find(key) {
      const path = pathOf(key);
      const facts = await unlessAbsent("find", () => stat(path));
      return facts?.isFile() ? { bytes: facts.size, contentType: contentTypeOf(key) } : undefined;
    },

    async remove(key) {
      const path = pathOf(key);
      await unlessAbsent("remove", () => unlink(path));
    },

    async signedUrl(key, grant) {
      if (grant.expiresAt <= clock()) throw new RangeError("a link must expire in the future");
      return links.sign(key, grant);
    },

    async sweepTemporary(olderThan) {
      const folder = join(dir, temporaryFolder);
      const names = (await unlessAbsent("sweep", () => readdir(folder))) ?? [];
      let removed = 0;
      for (const name of names) {
        const path = join(folder, name);
        const facts = await unlessAbsent("sweep", () => stat(path));
        if (!facts?.isFile() || facts.mtime >= olderThan) continue;
        await unlessAbsent("sweep", () => rm(path));
        removed += 1;
      }
      return removed;
    },
  };
}

/** The length of the open file, so that both are of the same object even if the key is replaced. */
async function openFile(path: string): Promise<{ file: FileHandle; size: number } | undefined> {
  const file = await open(path, "r");
  const facts = await file.stat();
  if (facts.isFile()) return { file, size: facts.size };
  await file.close();
  return undefined;
}

async function ifPresent<T>(operation: string, run: () => Promise<T>): Promise<T | undefined> {
  try {
    return await run();
  } catch (error) {
    const code = errorCode(error);
    if (code && absentCodes.has(code)) return undefined;
    throw toStorageError(operation, error);
  }
}
