/** A store that hangs: 15 s without progress is the end of an upload, its clean-up included. */
import { mkdtemp, open, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Readable } from "node:stream";
import { afterAll, afterEach, describe, expect, test, vi } from "vitest";
import { createDiskStorage } from "~/integrations/storage/disk.server";
import { createS3Storage } from "~/integrations/storage/s3.server";
import { StorageError } from "~/integrations/storage/storage";
import { failureOf } from "../support/failure-of";
import { startS3Server } from "../support/s3/s3-server";
import { bodyOf, bytesOf, MiB } from "./storage-bodies";
import { secret } from "./storage-stores";

const folder = "7f1b6e3a-0d6c-4c39-9a0e-2b1c5d4e6f70/videos";
const limitMs = 15_500;

/** Waits for the failure. Returns it, and how long it took in milliseconds. */
async function timeFailure(work: Promise<unknown>): Promise<{ failure: unknown; ms: number }> {
  const start = performance.now();
  return { failure: await failureOf(work), ms: performance.now() - start };
}

describe("hanging S3 calls with the production limits", () => {
  const stores: Awaited<ReturnType<typeof startS3Server>>[] = [];
  afterAll(() => Promise.all(stores.map((store) => store.close())));
  async function hangingStore() {
    const server = await startS3Server();
    stores.push(server);
    const storage = createS3Storage(server.settings);
    const write = await storage.resumable.start(`${folder}/resumed.mp4`, 12 * MiB);
    server.fail({ how: "hang" });
    return { server, storage, write };
  }

  test("end a plain upload, a chunk, a query and their clean-up", async () => {
    const small = await hangingStore();
    const large = await hangingStore();
    const chunk = await hangingStore();
    const question = await hangingStore();
    const cleanUp = async (store: typeof small, key: string, work: Promise<unknown>) => {
      const start = performance.now();
      const failure = await failureOf(work);
      // As an upload that failed takes back its video.
      await store.storage.remove(key).catch(() => {});
      return { failure, ms: performance.now() - start };
    };
    const ended = await Promise.all([
      cleanUp(small, `${folder}/a.mp4`, small.storage.put(`${folder}/a.mp4`, bodyOf(bytesOf(1000)))),
      cleanUp(large, `${folder}/b.mp4`, large.storage.put(`${folder}/b.mp4`, bodyOf(bytesOf(20 * MiB)))),
      timeFailure(chunk.storage.resumable.append(chunk.write, 0, bodyOf(bytesOf(6 * MiB)))),
      timeFailure(question.storage.resumable.offset(question.write)),
    ]);
    for (const { failure } of ended) expect(failure).toBeInstanceOf(StorageError);
    expect(ended.map(({ ms }) => ms).filter((ms) => ms > limitMs)).toEqual([]);

    // The next one does not wait as long, and the first answer makes all as it was.
    expect((await timeFailure(question.storage.find(`${folder}/c.mp4`))).ms).toBeLessThan(3_000);
    question.server.heal();
    expect(await question.storage.put(`${folder}/c.mp4`, bodyOf(bytesOf(1000)))).toEqual({ bytes: 1000 });
  });
});

describe("a hanging disk", () => {
  const limits = { silence: 300, suspect: 50 };
  const folders: string[] = [];
  afterEach(() => vi.restoreAllMocks());
  afterAll(() => Promise.all(folders.map((dir) => rm(dir, { recursive: true, force: true }))));
  async function tryDisk() {
    const dir = await mkdtemp(join(tmpdir(), "storage-"));
    folders.push(dir);
    const file = await open(join(dir, "probe"), "w");
    await file.close();
    const handles = Object.getPrototypeOf(file) as Record<"writev" | "datasync", () => Promise<unknown>>;
    return {
      storage: createDiskStorage({ dir, secrets: [secret], clock: () => new Date(), limits }),
      handles,
    };
  }
  const never = () => new Promise<never>(() => {});

  test.each(["writev", "datasync"] as const)("ends a plain upload during %s", async (call) => {
    const { storage, handles } = await tryDisk();
    vi.spyOn(handles, call).mockImplementation(never);
    const body = bodyOf(bytesOf(2 * MiB));
    const { failure } = await timeFailure(storage.put(`${folder}/a.mp4`, body));
    expect(failure).toBeInstanceOf(StorageError);
    expect(body.destroyed).toBe(true);
    vi.restoreAllMocks();
    expect(await storage.put(`${folder}/a.mp4`, bodyOf(bytesOf(10)))).toEqual({ bytes: 10 });
  });

  test("ends a chunk, whose beginning counts once the disk responds", async () => {
    const { storage, handles } = await tryDisk();
    const write = await storage.resumable.start(`${folder}/r.mp4`, 2 * MiB);
    vi.spyOn(handles, "writev").mockImplementation(never);
    const { failure } = await timeFailure(storage.resumable.append(write, 0, bodyOf(bytesOf(MiB))));
    expect(failure).toBeInstanceOf(StorageError);
    vi.restoreAllMocks();
    expect(await storage.resumable.append(write, 0, bodyOf(bytesOf(MiB)))).toBe(MiB);
    expect(await storage.resumable.offset(write)).toBe(MiB);
  });

  test("is not assumed for a slow body", async () => {
    const { storage } = await tryDisk();
    async function* slowly() {
      yield Buffer.alloc(1000);
      await new Promise((resolve) => setTimeout(resolve, 3 * limits.silence));
      yield Buffer.alloc(1000);
    }
    expect(await storage.put(`${folder}/s.mp4`, Readable.from(slowly()))).toEqual({ bytes: 2000 });
  });
});
