import { randomUUID } from "node:crypto";
import { type FileHandle, mkdir, open, rename, rm, stat, statfs } from "node:fs/promises";
import { dirname, join } from "node:path";
import { temporaryFolder } from "./disk-folders";
import { writeBody } from "./disk-write.server";
import { type ResumableWrite, ResumableWriteGone, type ResumableWrites } from "./resumable-writes";
import { atStore, errorCode, StorageError, toStorageError } from "./storage-error";

const handlePattern = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

/**
 * Resumable writes on disk: a file in the temporary folder that grows until it is renamed into place. Its length is
 * the offset, so a process that is killed loses nothing that it wrote.
 * Takes the store's folder and what gives an object's path.
 */
export function createDiskResumable(dir: string, pathOf: (key: string) => string): ResumableWrites {
  const temporaryOf = ({ handle }: ResumableWrite) => {
    if (!handlePattern.test(handle)) throw new RangeError("not a handle of this store");
    return join(dir, temporaryFolder, handle);
  };

  return {
    async start(key, bytes) {
      pathOf(key);
      const write = { key, bytes, handle: randomUUID() };
      const path = temporaryOf(write);
      await atStore("start", async () => {
        await mkdir(dirname(path), { recursive: true, mode: 0o700 });
        const { bavail, bsize } = await statfs(dirname(path));
        if (bavail * bsize < bytes) throw new StorageError("full", "start", "too little room on the disk");
        await (await open(path, "wx", 0o600)).close();
      });
      return write;
    },

    async offset(write) {
      const written = await lengthOf(temporaryOf(write));
      if (written !== undefined) return written;
      return (await lengthOf(pathOf(write.key))) === write.bytes ? write.bytes : undefined;
    },

    async append(write, offset, body) {
      let file: FileHandle | undefined;
      try {
        file = await openToWrite("append", temporaryOf(write));
        return await writeBody("append", file, body, { from: offset, end: write.bytes });
      } finally {
        body.destroy();
        await file?.close();
      }
    },

    async finish(write) {
      const temporary = temporaryOf(write);
      const path = pathOf(write.key);
      try {
        const file = await openToWrite("finish", temporary);
        try {
          if ((await file.stat()).size !== write.bytes) throw new RangeError("the object is not whole");
          await file.datasync();
        } finally {
          await file.close();
        }
        await mkdir(dirname(path), { recursive: true, mode: 0o700 });
        await rename(temporary, path);
      } catch (error) {
        // Another call was quicker.
        const gone = error instanceof ResumableWriteGone || errorCode(error) === "ENOENT";
        if (gone && (await lengthOf(path)) === write.bytes) return;
        if (error instanceof RangeError || error instanceof ResumableWriteGone) throw error;
        throw toStorageError("finish", error);
      }
    },

    async abandon(write) {
      await atStore("abandon", () => rm(temporaryOf(write), { force: true }));
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

async function lengthOf(path: string): Promise<number | undefined> {
  try {
    return (await stat(path)).size;
  } catch (error) {
    if (errorCode(error) === "ENOENT") return undefined;
    throw toStorageError("offset", error);
  }
}
