import type { Readable } from "node:stream";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { Storage } from "~/integrations/storage/storage";
import { InvalidStorageKey } from "~/integrations/storage/storage-key";
import { bodyOf, bytesOf, failingBody, MiB, readAll, sha256, stalledBody } from "./storage-bodies";
import { stores, type TriedStore } from "./storage-stores";

const owner = "7f1b6e3a-0d6c-4c39-9a0e-2b1c5d4e6f70";

describe.each(stores)("storage contract: %s", (_name, open) => {
  let tried: TriedStore;
  let storage: Storage;
  let count = 0;
  const newKey = (ending = "mp4") => `${owner}/videos/${++count}.${ending}`;

  beforeAll(async () => {
    tried = await open();
    storage = tried.storage;
  });
  afterAll(() => tried.close());

  async function contentOf(key: string): Promise<string | undefined> {
    const found = await storage.open(key);
    return found && sha256(await readAll(found.body));
  }

  async function expectNothingLeft(key: string): Promise<void> {
    expect(await storage.find(key)).toBeUndefined();
    expect(await tried.halfWritten()).toEqual([]);
    expect(await tried.keys()).not.toContain(key);
  }

  test("finds, opens and removes a stored object", async () => {
    const key = newKey();
    expect(await storage.put(key, bodyOf(Buffer.from("hello")))).toEqual({ bytes: 5 });
    expect(await storage.find(key)).toEqual({ bytes: 5, contentType: "video/mp4" });
    const found = await storage.open(key);
    expect(found).toMatchObject({ bytes: 5, contentType: "video/mp4" });
    expect(found && (await readAll(found.body)).toString()).toBe("hello");
    await storage.remove(key);
    expect(await storage.find(key)).toBeUndefined();
    expect(await storage.open(key)).toBeUndefined();
    expect(await tried.keys()).not.toContain(key);
  });

  test("returns undefined for a missing object, and removing it succeeds", async () => {
    const key = newKey();
    expect(await storage.find(key)).toBeUndefined();
    expect(await storage.open(key)).toBeUndefined();
    expect(await storage.open(key, { range: { start: 0, end: 0 } })).toBeUndefined();
    await storage.remove(key);
    await storage.put(key, bodyOf(Buffer.from("x")));
    await storage.remove(key);
    await storage.remove(key);
    expect(await storage.find(key)).toBeUndefined();
  });

  test.each([
    ["mp4", "video/mp4"],
    ["webp", "image/webp"],
    ["html", "application/octet-stream"],
    ["constructor", "application/octet-stream"],
  ])("accepts a key ending in .%s as %s", async (ending, contentType) => {
    const key = newKey(ending);
    await storage.put(key, bodyOf(Buffer.from("x")));
    expect(await storage.find(key)).toEqual({ bytes: 1, contentType });
    const found = await storage.open(key);
    expect(found?.contentType).toBe(contentType);
    found?.body.destroy();
  });

  test.each([0, 1, 65_536, 8 * MiB - 1, 8 * MiB, 8 * MiB + 1, 16 * MiB, 20_000_000])(
    "returns %i stored bytes unchanged",
    async (length) => {
      const key = newKey();
      const bytes = bytesOf(length);
      expect(await storage.put(key, bodyOf(bytes))).toEqual({ bytes: length });
      expect(await storage.find(key)).toMatchObject({ bytes: length });
      expect(await contentOf(key)).toBe(sha256(bytes));
      expect(await tried.halfWritten()).toEqual([]);
      await storage.remove(key);
    },
  );

  test.each([
    [0, 0, 0, 1],
    [0, 999, 0, 1000],
    [10, 19, 10, 20],
    [999, 999, 999, 1000],
    [990, 5000, 990, 1000],
    [0, Number.MAX_SAFE_INTEGER, 0, 1000],
    [1000, 1000, 0, 0],
    [5000, 6000, 0, 0],
  ])(
    "returns the range %i to %i of 1000 bytes as those from %i until %i",
    async (start, end, from, until) => {
      const key = newKey();
      const bytes = bytesOf(1000);
      await storage.put(key, bodyOf(bytes));
      const found = await storage.open(key, { range: { start, end } });
      expect(found).toMatchObject({ bytes: until - from, contentType: "video/mp4" });
      expect(found && (await readAll(found.body))).toEqual(bytes.subarray(from, until));
    },
  );

  test.each([
    [-1, 5],
    [5, 4],
    [0.5, 2],
    [0, Number.NaN],
    [0, Number.POSITIVE_INFINITY],
  ])("throws for the range %d to %d", async (start, end) => {
    const key = newKey();
    await storage.put(key, bodyOf(Buffer.from("hello")));
    await expect(storage.open(key, { range: { start, end } })).rejects.toThrow(RangeError);
  });

  test("replaces an object completely by a second put", async () => {
    const key = newKey();
    await storage.put(key, bodyOf(bytesOf(9 * MiB)));
    await storage.put(key, bodyOf(Buffer.from("shorter")));
    expect(await contentOf(key)).toBe(sha256(Buffer.from("shorter")));
    await storage.put(key, bodyOf(bytesOf(9 * MiB)));
    expect(await contentOf(key)).toBe(sha256(bytesOf(9 * MiB)));
    await storage.remove(key);
  });

  test.each([0, 100_000, 12 * MiB])("leaves nothing after an abort after %i bytes", async (length) => {
    const key = newKey();
    const body = stalledBody(bytesOf(length));
    const abort = new AbortController();
    const reason = new Error("the browser went away");
    const put = storage.put(key, body, { signal: abort.signal });
    put.catch(() => {});
    await taken(body, length);
    abort.abort(reason);
    await expect(put).rejects.toBe(reason);
    expect(body.destroyed).toBe(true);
    await expectNothingLeft(key);
  });

  test.each([0, 100_000, 12 * MiB])("leaves nothing of a body that fails after %i bytes", async (length) => {
    const key = newKey();
    const error = new Error("larger than allowed");
    await expect(storage.put(key, failingBody(bytesOf(length), error))).rejects.toBe(error);
    await expectNothingLeft(key);
  });

  test("does not accept a truncated body as complete", async () => {
    const key = newKey();
    const body = stalledBody(bytesOf(100_000));
    const put = storage.put(key, body);
    put.catch(() => {});
    await taken(body, 100_000);
    body.destroy();
    await expect(put).rejects.toThrow();
    await expectNothingLeft(key);
  });

  test("keeps the former object after a failed replacement", async () => {
    const key = newKey();
    await storage.put(key, bodyOf(Buffer.from("first")));
    await expect(storage.put(key, failingBody(bytesOf(9 * MiB), new Error("cut")))).rejects.toThrow("cut");
    expect(await contentOf(key)).toBe(sha256(Buffer.from("first")));
  });

  test("ends the body of an opened object after an abort", async () => {
    const key = newKey();
    await storage.put(key, bodyOf(bytesOf(9 * MiB)));
    const abort = new AbortController();
    const found = await storage.open(key, { signal: abort.signal });
    abort.abort();
    await expect(found && readAll(found.body)).rejects.toThrow();
    await expect(storage.open(key, { signal: abort.signal })).rejects.toThrow();
    await storage.remove(key);
  });

  test.each(["", "../secret", "a\0b", "x".repeat(201)])("refuses the key %j everywhere", async (key) => {
    const before = await tried.keys();
    await expect(storage.put(key, bodyOf(Buffer.from("x")))).rejects.toThrow(InvalidStorageKey);
    await expect(storage.open(key)).rejects.toThrow(InvalidStorageKey);
    await expect(storage.find(key)).rejects.toThrow(InvalidStorageKey);
    await expect(storage.remove(key)).rejects.toThrow(InvalidStorageKey);
    const grant = { viewerId: owner, expiresAt: new Date(Date.now() + 60_000) };
    await expect(storage.signedUrl(key, grant)).rejects.toThrow(InvalidStorageKey);
    expect(await tried.keys()).toEqual(before);
    expect(await tried.halfWritten()).toEqual([]);
  });

  test("removes nothing in a sweep without incomplete writes", async () => {
    const before = await tried.keys();
    expect(await storage.sweepTemporary(new Date(Date.now() + 60_000))).toBe(0);
    expect(await tried.keys()).toEqual(before);
  });
});

/** Waits until a body has been read completely and more is requested. */
async function taken(body: Readable, length: number): Promise<void> {
  let given = 0;
  const push = body.push.bind(body);
  if (length === 0 || body.destroyed) return new Promise((resolve) => setImmediate(resolve));
  await new Promise<void>((resolve) => {
    body.push = (chunk: Buffer) => {
      given += chunk.length;
      if (given >= length) setImmediate(resolve);
      return push(chunk);
    };
  });
}
