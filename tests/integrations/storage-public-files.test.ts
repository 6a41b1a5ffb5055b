import { once } from "node:events";
import { type IncomingMessage, request } from "node:http";
import { Readable } from "node:stream";
import express from "express";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { servePreviews, servePublicFiles } from "~/integrations/storage/public-files.server";
import { type Storage, StorageError } from "~/integrations/storage/storage";
import { thumbnailsPath } from "~/integrations/storage/storage-key";
import { bodyOf, bytesOf } from "./storage-bodies";
import { serve, stores, type TriedStore, tryDisk } from "./storage-stores";

const owner = "7f1b6e3a-0d6c-4c39-9a0e-2b1c5d4e6f70";
const key = `${owner}/thumbs/cover-640.webp`;
const name = "0123456789abcdef0123456789abcdef";
const bytes = bytesOf(50_000);

type Site = Awaited<ReturnType<typeof serve>>;

/** `closed`: stored, but not for everyone (storage-key.test.ts has every kind). */
const kinds = {
  thumbnails: {
    path: thumbnailsPath,
    handler: servePublicFiles,
    key,
    closed: `${owner}/videos/one.mp4`,
    headers: { "content-type": "image/webp" },
  },
  previews: {
    path: "/previews",
    handler: servePreviews,
    key: `${owner}/previews/${name}.mp4`,
    closed: `${owner}/trailers/${name}.mp4`,
    headers: { "content-type": "video/mp4", "accept-ranges": "bytes", etag: `"${name}"` },
  },
};

describe.each(stores)("files for everyone: %s", (_name, open) => {
  let tried: TriedStore;
  beforeAll(async () => {
    tried = await open();
  });
  afterAll(() => tried.close());

  test.each(Object.entries(kinds))(
    "%s are public and cacheable, and nothing else is served",
    async (_, kind) => {
      const { path, handler, closed, headers } = kind;
      for (const each of [kind.key, closed]) await tried.storage.put(each, bodyOf(bytes));
      const site = await serve(express().use(path, handler({ storage: tried.storage })));
      const answer = await fetch(`${site.origin}${path}/${kind.key}`);
      expect(answer.status).toBe(200);
      expect(Object.fromEntries(answer.headers)).toMatchObject({
        ...headers,
        "content-length": "50000",
        "cache-control": "public, max-age=86400, s-maxage=60",
        "x-content-type-options": "nosniff",
      });
      expect(Buffer.from(await answer.arrayBuffer())).toEqual(bytes);
      for (const method of ["GET", "HEAD"]) {
        for (const other of [closed, kind.key.replace(/cover|0123/, "ffff")]) {
          const refused = await fetch(`${site.origin}${path}/${other}`, { method });
          expect([other, refused.status]).toEqual([other, 404]);
          expect(refused.headers.get("cache-control")).toBe("no-store");
          await refused.arrayBuffer();
        }
      }
      await site.close();
    },
  );
});

describe("thumbnails", () => {
  let tried: TriedStore;
  let site: Site;
  beforeAll(async () => {
    tried = await tryDisk();
    for (const each of [key, `${owner}/videos/one.mp4`]) await tried.storage.put(each, bodyOf(bytes));
    site = await serve(express().use(thumbnailsPath, servePublicFiles({ storage: tried.storage })));
  });
  afterAll(async () => {
    await site.close();
    await tried.close();
  });

  test("are sent in the small size with Save-Data, under another ETag and with Vary", async () => {
    const [large, small] = [960, 480].map(
      (width) => `${owner}/thumbs/1700000000000-0a1b2c3d-${width}_cover.webp`,
    );
    await tried.storage.put(large ?? "", bodyOf(bytesOf(9_000)));
    await tried.storage.put(small ?? "", bodyOf(bytesOf(3_000)));
    const ask = (of: string, headers: Record<string, string> = {}) =>
      fetch(`${site.origin}/thumbnails/${of}`, { headers });
    const saving = await ask(large ?? "", { "Save-Data": "on" });
    expect(saving.headers.get("content-length")).toBe("3000");
    expect(saving.headers.get("vary")).toContain("Save-Data");
    const usual = await ask(large ?? "");
    expect(usual.headers.get("content-length")).toBe("9000");
    expect(usual.headers.get("vary")).toContain("Save-Data");
    expect(saving.headers.get("etag")).not.toBe(usual.headers.get("etag"));
    // A picture of one size is sent as it is.
    expect((await ask(key, { "Save-Data": "on" })).headers.get("content-length")).toBe("50000");
  });

  test.each([
    `/${owner}/thumbs/../videos/one.mp4`,
    `/${owner}/thumbs/%2e%2e%2fvideos/one.mp4`,
    `/${owner}/thumbs/..%5cvideos%5cone.mp4`,
    `/${owner}/videos/one.mp4%00.webp`,
    `/${owner}/videos/one.mp4?x=/thumbs/a.webp`,
    `/${owner}/videos/one.mp4;/thumbs/a.webp`,
    `/${owner}/thumbs/cover-640.webp%0a`,
    `/${owner}/thumbs/cover-640%2ewebp`,
    `/${owner}%2fthumbs/cover-640.webp`,
    "/",
    "/%E0%A4%A",
  ])("answer 404 at the path %s", async (path) => {
    const { hostname, port } = new URL(site.origin);
    // As it is: `fetch` and `URL` would resolve the dots first.
    const asked = request({ hostname, port, path: `/thumbnails${path}` }).end();
    const [answer] = (await once(asked, "response")) as [IncomingMessage];
    expect(answer.resume().statusCode).toBe(404);
  });

  test.each(["POST", "OPTIONS"])("answer %s with 405", async (method) => {
    const answer = await fetch(`${site.origin}/thumbnails/${key}`, { method });
    expect(answer.status).toBe(405);
    expect(answer.headers.get("allow")).toBe("GET, HEAD");
  });
});

describe("a failing store of files for everyone", () => {
  let site: Site;
  let opening: () => ReturnType<Storage["open"]> = async () => undefined;
  const storage: Pick<Storage, "open" | "find"> = { open: () => opening(), find: () => opening() };
  const address = () => `${site.origin}/thumbnails/${key}`;

  beforeAll(async () => {
    const app = express();
    for (const { path, handler } of Object.values(kinds)) app.use(path, handler({ storage, patience: 100 }));
    site = await serve(app);
  });
  afterAll(() => site.close());

  test.each(["GET", "HEAD"])("answers %s with 503, which is not cached", async (method) => {
    opening = async () => {
      throw new StorageError("unavailable", "open", new Error("down"));
    };
    for (const { path, key } of Object.values(kinds)) {
      const answer = await fetch(`${site.origin}${path}/${key}`, { method });
      expect(answer.status).toBe(503);
      expect(answer.headers.get("retry-after")).toBe("5");
      expect(answer.headers.get("cache-control")).toBe("no-store");
    }
  });

  test("cuts the connection if it breaks off midway", async () => {
    opening = async () => {
      const body = new Readable({ read() {} });
      body.push(bytes.subarray(0, 1000));
      setImmediate(() => body.destroy(new Error("reset")));
      return { body, bytes: 50_000, contentType: "image/webp" };
    };
    await expect(fetch(address()).then((answer) => answer.arrayBuffer())).rejects.toThrow();
  });

  test("passes a bug on to the site's error page", async () => {
    opening = async () => {
      throw new Error("a bug");
    };
    expect((await fetch(address())).status).toBe(500);
  });

  test("leaves nothing waiting if the visitor disconnects during its silence", async () => {
    const body = new Readable({ read() {} });
    let asking = () => {};
    opening = async () => {
      asking();
      await gone;
      // The server learns of it a little later than the visitor.
      await new Promise((resolve) => setTimeout(resolve, 20));
      return { body, bytes: 10, contentType: "image/webp" };
    };
    const asked = request(address());
    const gone = new Promise((resolve) => asked.once("close", resolve));
    asking = () => asked.destroy();
    asked.on("error", () => {});
    asked.end();
    await once(body, "close");
    expect(body.destroyed).toBe(true);
  });
});
