import { mkdir, open, readdir, utimes, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { StorageError } from "~/integrations/storage/storage";
import { failureOf } from "../support/failure-of";
import { bodyOf, bytesOf, MiB, readAll, sha256, stalledBody } from "./storage-bodies";
import { tryDisk } from "./storage-stores";

const key = "7f1b6e3a-0d6c-4c39-9a0e-2b1c5d4e6f70/videos/one.mp4";

let tried: Awaited<ReturnType<typeof tryDisk>>;
beforeEach(async () => {
  tried = await tryDisk();
});
afterEach(async () => {
  vi.restoreAllMocks();
  await tried.close();
});

/** The class of Node's file handles, to make one call fail as a disk would. */
async function fileHandles() {
  const file = await open(join(tried.dir, "probe"), "w");
  await file.close();
  return Object.getPrototypeOf(file) as { writev(): Promise<unknown>; datasync(): Promise<void> };
}

function systemError(code: string): Error {
  return Object.assign(new Error(`${code}: as the disk says`), { code });
}

test("an object is not found while it is being written", async () => {
  const body = stalledBody(bytesOf(3 * MiB));
  const abort = new AbortController();
  const put = tried.storage.put(key, body, { signal: abort.signal });
  put.catch(() => {});
  while ((await tried.halfWritten()).length === 0) await new Promise((resolve) => setTimeout(resolve, 5));
  expect(await tried.storage.find(key)).toBeUndefined();
  expect(await tried.keys()).toEqual([]);
  abort.abort();
  await expect(put).rejects.toThrow();
  expect(await tried.halfWritten()).toEqual([]);
});

test.each(["ENOSPC", "EDQUOT", "EFBIG"])(
  "a full disk midway (%s) is reported as full, and leaves nothing",
  async (code) => {
    const handles = await fileHandles();
    const write = handles.writev;
    let writes = 0;
    vi.spyOn(handles, "writev").mockImplementation(function (this: unknown, ...args: []) {
      writes += 1;
      return writes < 3 ? write.apply(this as typeof handles, args) : Promise.reject(systemError(code));
    });
    const body = bodyOf(bytesOf(9 * MiB));
    const failure = await failureOf(tried.storage.put(key, body));
    expect(failure).toBeInstanceOf(StorageError);
    expect(failure).toMatchObject({ reason: "full", cause: { code } });
    expect(body.destroyed).toBe(true);
    expect(await tried.halfWritten()).toEqual([]);
    expect(await tried.keys()).toEqual([]);
  },
);

test("a disk that fails to sync (EIO) fails the put", async () => {
  vi.spyOn(await fileHandles(), "datasync").mockRejectedValue(systemError("EIO"));
  await expect(tried.storage.put(key, bodyOf(bytesOf(10)))).rejects.toMatchObject({ reason: "unavailable" });
  expect(await tried.halfWritten()).toEqual([]);
  expect(await tried.keys()).toEqual([]);
});

test("sweeping removes the files of a killed process, and leaves those in progress", async () => {
  const folder = join(tried.dir, "tmp");
  await mkdir(folder, { recursive: true });
  await writeFile(join(folder, "stale"), "half");
  const yesterday = new Date(Date.now() - 86_400_000);
  await utimes(join(folder, "stale"), yesterday, yesterday);
  await writeFile(join(folder, "fresh"), "half");
  await tried.storage.put(key, bodyOf(bytesOf(10)));

  expect(await tried.storage.sweepTemporary(new Date(Date.now() - 3_600_000))).toBe(1);
  expect(await tried.halfWritten()).toEqual(["fresh"]);
  expect(await tried.keys()).toEqual([key]);
});

test("an opened object stays complete while it is replaced and removed", async () => {
  const first = bytesOf(3 * MiB);
  await tried.storage.put(key, bodyOf(first));
  const found = await tried.storage.open(key);
  await tried.storage.put(key, bodyOf(Buffer.from("second")));
  await tried.storage.remove(key);
  expect(found && sha256(await readAll(found.body))).toBe(sha256(first));
});

test("stored files are readable by the product's user only", async () => {
  await tried.storage.put(key, bodyOf(bytesOf(10)));
  const file = await open(join(tried.dir, "objects", key));
  expect((await file.stat()).mode & 0o777).toBe(0o600);
  await file.close();
});

/** A stream that fails with nobody listening ends the whole server: vitest reports one as an unhandled error. */
test("a visitor who disconnects while a file is opened causes no error", async () => {
  await tried.storage.put(key, bodyOf(bytesOf(1_000)));
  const hungUp = new AbortController();
  const opening = tried.storage.open(key, { signal: hungUp.signal });
  hungUp.abort();
  await expect(opening).rejects.toThrow("aborted");
});

test.runIf(process.platform === "linux")("no file stays open after any end of a body", async () => {
  await tried.storage.put(key, bodyOf(bytesOf(3 * MiB)));
  const openFiles = async () => (await readdir("/proc/self/fd")).length;
  const before = await openFiles();
  for (let round = 0; round < 50; round += 1) {
    (await tried.storage.open(key))?.body.destroy();
    await tried.storage.open(key, { range: { start: 9e9, end: 9e9 } });
    await tried.storage.open(key, { range: { start: 2, end: 1 } }).catch(() => {});
    await tried.storage.open("7f1b6e3a-0d6c-4c39-9a0e-2b1c5d4e6f70/videos");
    await tried.storage.put(`${key}.x`, bodyOf(bytesOf(10)), { signal: AbortSignal.abort() }).catch(() => {});
  }
  while ((await openFiles()) > before + 5) await new Promise((resolve) => setTimeout(resolve, 5));
});
