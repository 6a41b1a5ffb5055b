import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { createLinkSigner } from "~/integrations/storage/signed-link.server";
import { bodyOf, bytesOf } from "./storage-bodies";
import { secret, type TriedStore, tryDisk, tryS3 } from "./storage-stores";

const owner = "7f1b6e3a-0d6c-4c39-9a0e-2b1c5d4e6f70";
const key = `${owner}/videos/one.mp4`;
const otherKey = `${owner}/videos/two.mp4`;
const viewerId = "0c9b8a7d-1111-4222-8333-444455556666";
const bytes = bytesOf(100_000);

describe.each([
  ["disk", tryDisk],
  ["s3", tryS3],
] as const)("signed links: %s", (_, open) => {
  let tried: TriedStore;
  const now = new Date(Math.floor(Date.now() / 1000) * 1000);
  const expiresAt = new Date(now.getTime() + 600_000);

  beforeAll(async () => {
    tried = await open();
    tried.setTime(now);
    await tried.storage.put(key, bodyOf(bytes));
    await tried.storage.put(otherKey, bodyOf(bytes));
  });
  afterAll(() => tried.close());

  const sign = async (grant = { viewerId, expiresAt }, of = key) =>
    new URL(tried.addressOf(await tried.storage.signedUrl(of, grant)));
  const statusOf = async (link: URL | string, headers: Record<string, string> = {}) => {
    const answer = await fetch(link, { headers });
    await answer.arrayBuffer();
    return answer.status;
  };

  test("play the object, complete and in ranges", async () => {
    const link = await sign();
    const whole = await fetch(link);
    expect(whole.status).toBe(200);
    expect(whole.headers.get("content-type")).toBe("video/mp4");
    expect(whole.headers.get("content-length")).toBe("100000");
    expect(whole.headers.get("cache-control")).toMatch(/^private, max-age=\d+$/);
    expect(whole.headers.get("content-disposition")).toBe("inline");
    expect(Buffer.from(await whole.arrayBuffer())).toEqual(bytes);

    const part = await fetch(link, { headers: { Range: "bytes=500-1499" } });
    expect(part.status).toBe(206);
    expect(part.headers.get("content-range")).toBe("bytes 500-1499/100000");
    expect(Buffer.from(await part.arrayBuffer())).toEqual(bytes.subarray(500, 1500));
  });

  test("have the origin that the store names", async () => {
    const link = await tried.storage.signedUrl(key, { viewerId, expiresAt });
    const { linkOrigin } = tried.storage;
    if (linkOrigin === undefined) expect(link).toMatch(/^\/files\//);
    else expect(new URL(link).origin).toBe(linkOrigin);
  });

  test("are valid for no other object, no later time, and not without all their parts", async () => {
    const link = await sign();
    const other = new URL(link);
    other.pathname = other.pathname.replace("one.mp4", "two.mp4");
    expect(await statusOf(other)).toBe(403);
    for (const parameter of [...link.searchParams.keys()]) {
      const changed = new URL(link);
      const value = changed.searchParams.get(parameter) ?? "";
      changed.searchParams.set(
        parameter,
        value.replace(/[0-9a-z](?=[^0-9a-z]*$)/i, (last) => (last === "1" ? "2" : "1")),
      );
      expect(await statusOf(changed), `${parameter} changed`).toBeGreaterThanOrEqual(400);
      const without = new URL(link);
      without.searchParams.delete(parameter);
      expect(await statusOf(without), `${parameter} left out`).toBeGreaterThanOrEqual(400);
      const twice = new URL(link);
      twice.searchParams.append(parameter, value);
      expect(await statusOf(twice), `${parameter} twice`).toBeGreaterThanOrEqual(400);
    }
    link.search = "";
    expect(await statusOf(link)).toBe(403);
  });

  test.each([
    [-1, 200],
    [0, 403],
    [3600, 403],
  ])("at %i s from their expiry answer %i", async (seconds, status) => {
    tried.setTime(now);
    const link = await sign();
    tried.setTime(new Date(expiresAt.getTime() + seconds * 1000));
    try {
      expect(await statusOf(link)).toBe(status);
      expect(await statusOf(link, { Range: "bytes=0-9" })).toBe(status === 200 ? 206 : status);
    } finally {
      tried.setTime(now);
    }
  });

  test.each([0, -1, -3600])("are not made to expire in %i s", async (seconds) => {
    const grant = { viewerId, expiresAt: new Date(now.getTime() + seconds * 1000) };
    await expect(tried.storage.signedUrl(key, grant)).rejects.toThrow(RangeError);
  });

  test("answer 404 for a missing object", async () => {
    const link = await sign({ viewerId, expiresAt }, `${owner}/videos/none.mp4`);
    expect(await statusOf(link)).toBe(404);
  });
});

describe("signed links of the disk store", () => {
  let tried: Awaited<ReturnType<typeof tryDisk>>;
  const now = new Date("2026-11-05T12:00:00Z");
  const expiresAt = new Date("2026-11-05T13:00:00Z");

  beforeAll(async () => {
    tried = await tryDisk();
    tried.setTime(now);
    await tried.storage.put(key, bodyOf(bytes));
  });
  afterAll(() => tried.close());

  test("are refused with another viewer's name", async () => {
    const link = await tried.storage.signedUrl(key, { viewerId, expiresAt });
    const answer = await fetch(tried.addressOf(link.replace(viewerId, owner)));
    expect(answer.status).toBe(403);
    expect(answer.headers.get("content-type")).toBe("text/plain; charset=utf-8");
    expect(answer.headers.get("cache-control")).toBe("no-store");
  });

  test("are refused after a change of any character", async () => {
    const link = await tried.storage.signedUrl(key, { viewerId, expiresAt });
    for (let at = "/files/".length; at < link.length; at += 1) {
      const other = link[at] === "5" ? "6" : "5";
      const answer = await fetch(tried.origin + link.slice(0, at) + other + link.slice(at + 1));
      expect(answer.status, `character ${at}`).toBe(403);
      await answer.arrayBuffer();
    }
  });

  test.each([
    ["GET", 200],
    ["HEAD", 200],
    ["POST", 405],
    ["OPTIONS", 405],
  ])("answer %s with %i", async (method, status) => {
    const link = await tried.storage.signedUrl(key, { viewerId, expiresAt });
    const answer = await fetch(tried.addressOf(link), { method });
    expect(answer.status).toBe(status);
    expect(answer.headers.get("allow")).toBe(status === 405 ? "GET, HEAD" : null);
    expect(answer.headers.get("x-content-type-options")).toBe("nosniff");
  });

  test("may be cached by the viewer only, until they expire", async () => {
    tried.setTime(new Date("2026-11-05T12:59:30.400Z"));
    const answer = await fetch(tried.addressOf(await tried.storage.signedUrl(key, { viewerId, expiresAt })));
    expect(answer.headers.get("cache-control")).toBe("private, max-age=29");
    tried.setTime(now);
  });

  test("are opened with their secret only", async () => {
    const grant = { viewerId, expiresAt };
    const link = createLinkSigner([secret]).sign(key, grant).slice("/files".length);
    expect(createLinkSigner([secret]).open(link, now)).toEqual({
      ok: true,
      key,
      viewerId,
      secondsLeft: 3600,
    });
    expect(createLinkSigner([`${secret}.`]).open(link, now)).toEqual({ ok: false, error: "tampered" });
    const replaced = createLinkSigner([`${secret}.`, secret]);
    expect(replaced.open(link, now)).toMatchObject({ ok: true, key });
    const newLink = replaced.sign(key, grant).slice("/files".length);
    expect(createLinkSigner([`${secret}.`]).open(newLink, now)).toMatchObject({ ok: true });
    expect(createLinkSigner([secret]).open(newLink, now)).toEqual({ ok: false, error: "tampered" });
  });

  test("do not serve a folder, or an incomplete file", async () => {
    for (const path of [`${owner}/videos`, owner]) {
      const link = await tried.storage.signedUrl(path, { viewerId, expiresAt });
      expect((await fetch(tried.addressOf(link), { redirect: "manual" })).status).toBe(404);
    }
  });
});
