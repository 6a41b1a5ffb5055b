import { randomUUID } from "node:crypto";
import { type FileHandle, mkdir, open, rename, rm, stat, statfs } from "node:fs/promises";
import { dirname, join } from "node:path";
import { flushToDisk, temporaryFolder, writeBody } from "./disk-write.server";
import {
  atStore,
  errorCode,
  type ResumableWrite,
  ResumableWriteGone,
  type ResumableWrites,
  StorageError,
  toStorageError,
} from "./storage";
import type { StoreWatch } from "./store-watch.server";

type Settings = {
  dir: string;
  pathOf(key: string): string;
  watch: StoreWatch;
};

const handlePattern = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

/** A file in the temporary folder grows until it is renamed into place; its length is the offset. */
export function createDiskResumable({ dir, pathOf, watch }: Settings): ResumableWrites {
  const temporaryOf = ({ handle }: ResumableWrite) => {
    if (!handlePattern.test(handle)) throw new RangeError("not a handle of this store");
    return join(dir, temporaryFolder, handle);
  };

  const watched = async <T>(
    operation: string,
    run: () => Promise<T>,
    late?: (result: T) => unknown,
  ): Promise<T> => {
    try {
      return await watch.within(run, { late });
    } catch (error) {
      if (error instanceof RangeError || error instanceof ResumableWriteGone) throw error;
      throw toStorageError(operation, error);
    }
  };

  return {
    async start(key, bytes) {
      pathOf(key);
      const write = { key, bytes, handle: randomUUID() };
      const path = temporaryOf(write);
      const create = async () => {
        await mkdir(dirname(path), { recursive: true, mode: 0o700 });
        const { bavail, bsize } = await statfs(dirname(path));
        if (bavail * bsize < bytes) throw new StorageError("full", "start", "too little room on the disk");
        await (await open(path, "wx", 0o600)).close();
      };
      await atStore("start", () => watch.within(create));
      return write;
    },

    async offset(write) {
      const [temporary, path] = [temporaryOf(write), pathOf(write.key)];
      return atStore("offset", () =>
        watch.within(async () => {
          const written = await lengthOf(temporary);
          if (written !== undefined) return written;
          return (await lengthOf(path)) === write.bytes ? write.bytes : undefined;
        }),
      );
    },

    async append(write, offset, body) {
      let file: FileHandle | undefined;
      try {
        file = await watched("append", () => openToWrite("append", temporaryOf(write)), close);
        return await writeBody("append", file, body, { watch, from: offset, end: write.bytes });
      } finally {
        body.destroy();
        const opened = file;
        if (opened) await watched("append", () => opened.close());
      }
    },

    async finish(write) {
      const temporary = temporaryOf(write);
      const path = pathOf(write.key);
      try {
        const file = await watched("finish", () => openToWrite("finish", temporary), close);
        try {
          const { size } = await watched("finish", () => file.stat());
          if (size !== write.bytes) throw new RangeError("the object is not whole");
          await flushToDisk("finish", { file, bytes: size, watch });
        } finally {
          await watched("finish", () => file.close());
        }
        await watched("finish", () => mkdir(dirname(path), { recursive: true, mode: 0o700 }));
        await watch.within(() => rename(temporary, path));
      } catch (error) {
        // Another call was faster.
        const gone = error instanceof ResumableWriteGone || errorCode(error) === "ENOENT";
        if (gone && (await watched("finish", () => lengthOf(path))) === write.bytes) return;
        if (error instanceof RangeError || error instanceof ResumableWriteGone) throw error;
        throw toStorageError("finish", error);
      }
    },

    async abandon(write) {
      await watched("abandon", () => rm(temporaryOf(write), { force: true }));
    },
  };
}

async function openToWrite(operation: string, path: string): Promise<FileHandle> {
  try {
    return await open(path, "r+");
  } catch (error) {
    if (errorCode(error) === "ENOENT") throw new ResumableWriteGone("no such write");
    throw toStorageError(operation, error);
  }
}

function close(file: FileHandle): Promise<void> {
  return file.close();
}

async function lengthOf(path: string): Promise<number | undefined> {
  try {
    return (await stat(path)).size;
  } catch (error) {
    if (errorCode(error) === "ENOENT") return undefined;
    throw toStorageError("offset", error);
  }
}
