import { Readable } from "node:stream";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import {
  type ResumableWrite,
  ResumableWriteGone,
  type ResumableWrites,
} from "~/integrations/storage/storage";
import { bodyOf, bytesOf, failingBody, MiB, readAll, sha256 } from "./storage-bodies";
import { stores, type TriedStore } from "./storage-stores";

const owner = "7f1b6e3a-0d6c-4c39-9a0e-2b1c5d4e6f70";
const lost = new Error("the connection was cut");

describe.each(stores)("resumable writes: %s", (_name, open) => {
  let tried: TriedStore;
  let resumable: ResumableWrites;
  let count = 0;
  const newKey = () => `${owner}/resumable/${++count}.mp4`;

  beforeAll(async () => {
    tried = await open();
    resumable = tried.storage.resumable;
  });
  afterAll(() => tried.close());

  const content = async (key: string) => {
    const found = await tried.storage.open(key);
    return found && sha256(await readAll(found.body));
  };
  const append = (write: ResumableWrite, from: number, data: Buffer) =>
    resumable.append(write, from, bodyOf(data));

  async function expectNothingLeft(key: string) {
    expect((await tried.keys()).filter((name) => name.startsWith(key))).toEqual([]);
    expect(await tried.halfWritten()).toEqual([]);
  }

  test.each([1, 4_099, 5 * MiB - 1, 5 * MiB, 5 * MiB + 1, 10 * MiB, 12 * MiB + 77])(
    "of %d bytes at once become an object with its type, and leave nothing beside it",
    async (length) => {
      const data = bytesOf(length);
      const write = await resumable.start(newKey(), length);
      expect(await resumable.offset(write)).toBe(0);
      expect(await append(write, 0, data)).toBe(length);
      expect(await resumable.offset(write)).toBe(length);
      expect(await tried.storage.find(write.key)).toBeUndefined();
      await resumable.finish(write);
      expect(await tried.storage.find(write.key)).toEqual({ bytes: length, contentType: "video/mp4" });
      expect(await content(write.key)).toBe(sha256(data));
      expect((await tried.keys()).filter((name) => name.startsWith(write.key))).toEqual([write.key]);
      expect(await tried.halfWritten()).toEqual([]);
      await tried.storage.remove(write.key);
    },
  );

  test("of any chunk sizes add up, each from its offset", async () => {
    const data = bytesOf(17 * MiB + 5);
    const write = await resumable.start(newKey(), data.length);
    const sizes = [1, 99, 3 * MiB, 2 * MiB - 100, 5 * MiB, 6 * MiB + 1, 0, 512 * 1024];
    let at = 0;
    for (const size of [...sizes, data.length]) {
      const reached = await append(write, at, data.subarray(at, Math.min(at + size, data.length)));
      expect(reached).toBe(Math.min(at + size, data.length));
      expect(await resumable.offset(write)).toBe(reached);
      at = reached;
    }
    await resumable.finish(write);
    expect(await content(write.key)).toBe(sha256(data));
  });

  test.each([0, 1, 70_000, 5 * MiB, 7 * MiB])(
    "keep the received bytes if the body fails after %d bytes, and report it",
    async (came) => {
      const data = bytesOf(9 * MiB);
      const write = await resumable.start(newKey(), data.length);
      const body = failingBody(data.subarray(0, came), lost);
      await expect(resumable.append(write, 0, body)).rejects.toBe(lost);
      expect(body.destroyed).toBe(true);
      expect(await resumable.offset(write)).toBe(came);
      expect(await append(write, came, data.subarray(came))).toBe(data.length);
      await resumable.finish(write);
      expect(await content(write.key)).toBe(sha256(data));
    },
  );

  test("are continued by a second process with the bytes of the first", async () => {
    const data = bytesOf(6 * MiB);
    const write = await resumable.start(newKey(), data.length);
    await append(write, 0, data.subarray(0, 5 * MiB + 3));
    const stored = JSON.parse(JSON.stringify(write)) as ResumableWrite;
    expect(await resumable.offset(stored)).toBe(5 * MiB + 3);
    await append(stored, 5 * MiB + 3, data.subarray(5 * MiB + 3));
    await resumable.finish(stored);
    expect(await content(write.key)).toBe(sha256(data));
  });

  test("may be finished twice, one after the other or at once", async () => {
    const data = bytesOf(6 * MiB);
    const write = await resumable.start(newKey(), data.length);
    await append(write, 0, data);
    await Promise.all([resumable.finish(write), resumable.finish(write), resumable.finish(write)]);
    await resumable.finish(write);
    expect(await resumable.offset(write)).toBe(data.length);
    expect(await content(write.key)).toBe(sha256(data));
  });

  test("cannot be finished while incomplete", async () => {
    const write = await resumable.start(newKey(), 6 * MiB);
    await append(write, 0, bytesOf(5 * MiB + 1));
    await expect(resumable.finish(write)).rejects.toThrow(RangeError);
    expect(await tried.storage.find(write.key)).toBeUndefined();
    expect(await resumable.offset(write)).toBe(5 * MiB + 1);
    await resumable.abandon(write);
    await expectNothingLeft(write.key);
  });

  test("refuse a body past the end", async () => {
    const write = await resumable.start(newKey(), 100);
    const body = bodyOf(bytesOf(101));
    await expect(resumable.append(write, 0, body)).rejects.toThrow(RangeError);
    expect(body.destroyed).toBe(true);
    expect(await resumable.offset(write)).toBe(0);
    await resumable.abandon(write);
  });

  test("leave nothing after an abort, accept no more, and may be aborted twice", async () => {
    const write = await resumable.start(newKey(), 8 * MiB);
    await append(write, 0, bytesOf(6 * MiB));
    await resumable.abandon(write);
    await expectNothingLeft(write.key);
    expect(await resumable.offset(write)).toBeUndefined();
    const body = bodyOf(bytesOf(2 * MiB));
    await expect(resumable.append(write, 6 * MiB, body)).rejects.toThrow(ResumableWriteGone);
    expect(body.destroyed).toBe(true);
    await expect(resumable.finish(write)).rejects.toThrow(ResumableWriteGone);
    await resumable.abandon(write);
    await expectNothingLeft(write.key);
  });

  test("leave nothing if they are aborted while a body is on its way", async () => {
    const write = await resumable.start(newKey(), 12 * MiB);
    async function* body() {
      yield bytesOf(6 * MiB);
      await resumable.abandon(write);
      yield bytesOf(6 * MiB);
    }
    await resumable.append(write, 0, Readable.from(body(), { objectMode: false })).catch(() => undefined);
    expect(await resumable.offset(write)).toBeUndefined();
    await expectNothingLeft(write.key);
  });

  test("stay equal if two senders send equal bytes at once", async () => {
    const data = bytesOf(11 * MiB);
    const write = await resumable.start(newKey(), data.length);
    const reached = await Promise.all([append(write, 0, data), append(write, 0, data)]);
    expect(reached).toEqual([data.length, data.length]);
    await resumable.finish(write);
    expect(await content(write.key)).toBe(sha256(data));
  });

  test("are swept if they were never finished", async () => {
    const write = await resumable.start(newKey(), 8 * MiB);
    await append(write, 0, bytesOf(5 * MiB));
    await tried.storage.sweepTemporary(new Date(Date.now() - 3_600_000));
    expect(await resumable.offset(write)).toBe(5 * MiB);
    await tried.storage.sweepTemporary(new Date(Date.now() + 3_600_000));
    expect(await resumable.offset(write)).toBeUndefined();
    await expectNothingLeft(write.key);
  });
});
