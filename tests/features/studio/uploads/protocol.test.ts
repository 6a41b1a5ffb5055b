import { Readable } from "node:stream";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { dropUpload, sweepAbandoned } from "~/features/studio/uploads/discard-upload.server";
import { uploadChunkBytes } from "~/features/studio/uploads/upload-limits";
import { StorageError } from "~/integrations/storage/storage";
import { Browser } from "../../../support/browser";
import { startHttpApp } from "../../../support/http-app";
import { makeConsumer, makeMp4, signIn } from "../../../support/people";
import { addCreator } from "../../../support/rows";
import { findStored, nothing } from "../../../support/stored";
import { findRow, readRows } from "../../../support/tables";
import { appUrl, startTestWorld } from "../../../support/test-services";
import { mustBegin, offsetOf, patch, patchHeaders, publish, type Sender, sha256, tus } from "./tus";

const world = await startTestWorld({ TRUSTED_PROXY_HOPS: "1" });
const { db } = world.services;
const { port } = await startHttpApp(world);
const file = makeMp4(3 * 1024 * 1024 + 17);

let userId: string;
let sender: Sender;
const stored = () => findStored(world, userId);

beforeEach(async () => {
  sender = await newCreator();
});

afterEach(async () => {
  for (const { id } of await readRows(db, "videos", {}, "id"))
    await dropUpload(world.services, { creatorId: userId, videoId: id });
});

async function newCreator(): Promise<Sender> {
  userId = await addCreator(db);
  return { port, cookie: await signIn(world, userId) };
}

const videoRow = (id: string) => findRow(db, "videos", { id });

async function hashOf(key: string | null | undefined): Promise<string | undefined> {
  const found = key ? await world.services.storage.open(key) : undefined;
  return found && sha256(Buffer.concat(await Readable.prototype.toArray.call(found.body)));
}

describe("a successful upload", () => {
  test("begins unpublished, grows, and is published by its last byte", async () => {
    const id = await mustBegin(sender, file);
    expect(await videoRow(id)).toMatchObject({
      creator_id: userId,
      title: "Pão de queijo",
      price_cents: 4990,
      published_at: null,
      file_name: "aula.mp4",
      video_url: expect.stringMatching(/^[0-9a-f-]{36}\/\d+-[0-9a-f]{12}_aula\.mp4$/),
    });
    expect((await stored()).objects.filter((path) => path.includes("/thumbs/"))).toHaveLength(2);
    expect(await offsetOf(sender, id)).toBe(0);

    const first = await patch(sender, id, 0, file.subarray(0, 1_000_000));
    expect(first).toMatchObject({ status: 204, headers: { "upload-offset": "1000000" } });
    const asked = await tus(sender, "HEAD", id);
    expect(asked).toMatchObject({
      status: 200,
      headers: { "upload-offset": "1000000", "upload-length": String(file.length), "tus-resumable": "1.0.0" },
    });
    expect(asked.headers["cache-control"]).toContain("no-store");
    expect(asked.headers["access-control-allow-origin"]).toBeUndefined();
    expect((await videoRow(id))?.published_at).toBeNull();

    world.advance(3 * 86_400_000);
    const last = await patch(sender, id, 1_000_000, file.subarray(1_000_000));
    expect(last).toMatchObject({ status: 204, headers: { "upload-offset": String(file.length) } });
    const row = await videoRow(id);
    const now = world.services.clock();
    expect(row).toMatchObject({ created_at: now, published_at: now, deleted_at: null });
    expect(await hashOf(row?.video_url)).toBe(sha256(file));
    expect((await stored()).halfWritten).toEqual([]);
  });

  test("responds to repeated requests that it is complete", async () => {
    const id = await mustBegin(sender, file);
    await patch(sender, id, 0, file);
    const row = await videoRow(id);
    world.advance(60_000);
    expect(await offsetOf(sender, id)).toBe(file.length);
    expect((await patch(sender, id, file.length, Buffer.alloc(0))).status).toBe(204);
    const reply = await publish(sender, id);
    expect(reply.status).toBe(200);
    expect(await videoRow(id)).toEqual(row);
    expect((await tus(sender, "DELETE", id)).status).toBe(409);
    expect(await videoRow(id)).toEqual(row);
    expect(await hashOf(row?.video_url)).toBe(sha256(file));
  });
});

describe("an invalid upload request", () => {
  test("with another offset is refused and changes nothing", async () => {
    const id = await mustBegin(sender, file);
    await patch(sender, id, 0, file.subarray(0, 1_000));
    for (const offset of [0, 999, 1_001, file.length])
      expect((await patch(sender, id, offset, Buffer.alloc(10))).status).toBe(409);
    expect(await offsetOf(sender, id)).toBe(1_000);
  });

  test.each([
    ["by its Content-Length", (body: Uint8Array<ArrayBuffer>) => body],
    ["in chunks of unknown length", (body: Uint8Array<ArrayBuffer>) => new Blob([body]).stream()],
  ])("with more bytes than declared, %s, gets 413 and leaves nothing", async (_how, send) => {
    const id = await mustBegin(sender, file);
    await patch(sender, id, 0, file.subarray(0, 1_000_000));
    const reply = await fetch(`http://127.0.0.1:${port}/creator/uploads/${id}`, {
      method: "PATCH",
      duplex: "half",
      body: send(Buffer.concat([file.subarray(1_000_000), Buffer.from("x")])),
      headers: {
        Cookie: sender.cookie,
        Origin: appUrl,
        "Tus-Resumable": "1.0.0",
        ...patchHeaders(1_000_000),
      },
    });
    expect(reply.status).toBe(413);
    expect(await offsetOf(sender, id)).toBeUndefined();
    expect(await stored()).toEqual(nothing);
  });

  test("with fewer bytes than declared is never published", async () => {
    const id = await mustBegin(sender, file);
    await patch(sender, id, 0, file.subarray(0, file.length - 1));
    expect((await publish(sender, id)).status).toBe(409);
    expect((await videoRow(id))?.published_at).toBeNull();
    expect(await offsetOf(sender, id)).toBe(file.length - 1);
  });

  test.each([
    ["a zip", "PK\u0003\u0004", 0],
    ["another video format", "qt  ", 8],
  ])(
    "with %s instead of what was declared gets the specified message, and the file is gone",
    async (_, mark, at) => {
      const id = await mustBegin(sender, file);
      const other = Buffer.from(file);
      other.write(mark, at, "latin1");
      expect(await patch(sender, id, 0, other)).toMatchObject({ status: 422, body: "videos.videoFormat" });
      expect(await offsetOf(sender, id)).toBeUndefined();
      const { objects, halfWritten } = await stored();
      expect([objects.filter((key) => !key.includes("/thumbs/")), halfWritten]).toEqual([[], []]);
    },
  );
});

describe("cancelling an upload", () => {
  test("removes everything, midway or before the first byte, and gets 404 when repeated", async () => {
    for (const sent of [0, 1_000_000]) {
      const id = await mustBegin(sender, file);
      await patch(sender, id, 0, file.subarray(0, sent));
      expect((await tus(sender, "DELETE", id)).status).toBe(204);
      expect(await stored()).toEqual(nothing);
      expect(await videoRow(id)).toBeUndefined();
      expect((await tus(sender, "DELETE", id)).status).toBe(404);
      expect((await patch(sender, id, sent, file.subarray(sent))).status).toBe(404);
      expect((await publish(sender, id)).status).toBe(404);
    }
  });
});

describe("the access to uploads", () => {
  const otherCookie = async () => signIn(world, await addCreator(db));

  test("is refused to another creator with 404, and the upload is unchanged", async () => {
    const id = await mustBegin(sender, file);
    await patch(sender, id, 0, file.subarray(0, 1_000));
    const other: Sender = { port, cookie: await otherCookie() };
    const never = "00000000-0000-4000-8000-000000000000";
    for (const method of ["HEAD", "DELETE"] as const) {
      const theirs = await tus(other, method, id);
      const none = await tus(other, method, never);
      expect(theirs.status).toBe(404);
      expect([theirs.status, theirs.body]).toEqual([none.status, none.body]);
    }
    expect((await patch(other, id, 1_000, file.subarray(1_000))).status).toBe(404);
    expect((await publish(other, id)).status).toBe(404);
    await new Browser({ port, cookie: other.cookie }).post(`/creator/uploads/${id}`, { intent: "drop" });
    expect(await offsetOf(sender, id)).toBe(1_000);
  });

  test("is refused with 401 without a session and with 403 to a person who is not a creator", async () => {
    const id = await mustBegin(sender, file);
    const consumer = await makeConsumer(world);
    for (const [cookie, status] of [
      ["", 401],
      [`${sender.cookie.slice(0, -1)}${sender.cookie.endsWith("A") ? "Q" : "A"}`, 401],
      [consumer.cookie, 403],
    ] as const) {
      expect((await tus({ port, cookie }, "HEAD", id)).status).toBe(status);
      expect((await patch({ port, cookie }, id, 0, file)).status).toBe(status);
      expect((await tus({ port, cookie }, "DELETE", id)).status).toBe(status);
    }
    expect(await offsetOf(sender, id)).toBe(0);
  });

  test("by tus requests only continues an existing upload: it never creates, merges or reads one", async () => {
    const browser = new Browser({ port, cookie: sender.cookie });
    const headers = { Origin: appUrl, "Tus-Resumable": "1.0.0", "Upload-Length": "5" };
    const metadata = { "Upload-Metadata": "filename aGFjaw==,creatorId aGFjaw==" };
    const before = await readRows(db, "videos", {}, "id");
    for (const path of ["/creator/uploads", "/creator/uploads/"])
      expect((await browser.ask({ method: "POST", path, headers: { ...headers, ...metadata } })).status).toBe(
        400,
      );
    expect(await readRows(db, "videos", {}, "id")).toEqual(before);
    const id = await mustBegin(sender, file);
    await patch(sender, id, 0, file.subarray(0, 100), { ...metadata, "Upload-Concat": "partial" });
    const asked = await tus(sender, "HEAD", id);
    expect(asked.headers["upload-metadata"]).toBeUndefined();
    const override = { ...patchHeaders(100), "X-HTTP-Method-Override": "DELETE" };
    await tus(sender, "PATCH", id, { headers: override, body: file.subarray(100, 200) });
    expect(await offsetOf(sender, id)).toBe(200);
    const got = await browser.ask({ path: `/creator/uploads/${id}`, headers: { "Tus-Resumable": "1.0.0" } });
    expect(got.location).toBe("/creator/upload");
  });

  test.each(["not-an-id", "..%2f..%2fetc", "%00"])("is refused for the id %s", async (id) => {
    const reply = await new Browser({ port, cookie: sender.cookie }).ask({
      method: "PATCH",
      path: `/creator/uploads/${id}`,
      headers: { Origin: appUrl, "Tus-Resumable": "1.0.0", ...patchHeaders(0) },
    });
    expect(reply.status).toBeGreaterThanOrEqual(400);
    expect(reply.status).toBeLessThan(500);
  });
});

describe("concurrent requests of one upload", () => {
  test("by two clients that send the same file end in that file", async () => {
    const id = await mustBegin(sender, file);
    const client = async (step: number) => {
      for (let round = 0; round < 200; round += 1) {
        const offset = await offsetOf(sender, id);
        if (offset === undefined || offset === file.length) return offset;
        const reply = await patch(sender, id, offset, file.subarray(offset, offset + step)).catch(
          () => undefined,
        );
        if (reply) expect([204, 409, 423]).toContain(reply.status);
      }
      throw new Error("never ended");
    };
    expect(await Promise.all([client(100_000), client(170_000)])).toEqual([file.length, file.length]);
    expect((await publish(sender, id)).status).toBe(200);
    expect(await hashOf((await videoRow(id))?.video_url)).toBe(sha256(file));
    expect((await stored()).halfWritten).toEqual([]);
  });

  test("that cancel and publish it either publish or remove it", async () => {
    for (let round = 0; round < 5; round += 1) {
      const before = await stored();
      const id = await mustBegin(sender, file);
      await patch(sender, id, 0, file.subarray(0, file.length - 1));
      const [, dropped] = await Promise.all([
        patch(sender, id, file.length - 1, file.subarray(-1)),
        tus(sender, "DELETE", id),
        publish(sender, id),
      ]);
      const row = await videoRow(id);
      if (row) {
        expect(dropped.status).toBe(409);
        expect(row.published_at).not.toBeNull();
        expect(await hashOf(row.video_url)).toBe(sha256(file));
      } else expect(await stored()).toEqual(before);
    }
  });
});

describe("an upload to a failing store", () => {
  const { storage } = world.services;
  const { resumable } = storage;
  const failWith = (reason: "full" | "unavailable", afterBytes = 0): typeof resumable.append => {
    return async (_write, _offset, body) => {
      let taken = 0;
      for await (const chunk of body) {
        taken += chunk.length;
        if (taken >= afterBytes) break;
      }
      throw new StorageError(reason, "append", new Error("planted"));
    };
  };
  afterEach(() => {
    Object.assign(resumable, original);
  });
  const original = { ...resumable };

  test.each([0, 100_000, uploadChunkBytes / 2])(
    "that is full after %d bytes gets 507, for a sender that reads last too, and leaves nothing",
    async (afterBytes) => {
      const big = makeMp4(uploadChunkBytes);
      const id = await mustBegin(sender, big);
      resumable.append = failWith("full", afterBytes);
      expect((await patch(sender, id, 0, big)).status).toBe(507);
      expect(await videoRow(id)).toBeUndefined();
      expect(await stored()).toEqual(nothing);
    },
  );

  test("that is unavailable for a while gets 503 and resumes at its offset", async () => {
    const id = await mustBegin(sender, file);
    await patch(sender, id, 0, file.subarray(0, 1_000));
    resumable.append = failWith("unavailable", 500);
    const refused = await patch(sender, id, 1_000, file.subarray(1_000));
    expect([refused.status, refused.headers["retry-after"]]).toEqual([503, "5"]);
    Object.assign(resumable, original);
    expect(await offsetOf(sender, id)).toBe(1_000);
    expect((await patch(sender, id, 1_000, file.subarray(1_000))).status).toBe(204);
  });

  test("that is unavailable at the last byte gets 503, and is published when its offset is next asked for", async () => {
    const id = await mustBegin(sender, file);
    resumable.finish = async () => {
      throw new StorageError("unavailable", "finish", new Error("planted"));
    };
    expect((await patch(sender, id, 0, file)).status).toBe(503);
    expect((await publish(sender, id)).status).toBe(503);
    expect((await tus(sender, "HEAD", id)).status).toBe(503);
    expect((await videoRow(id))?.published_at).toBeNull();
    Object.assign(resumable, original);
    expect(await offsetOf(sender, id)).toBe(file.length);
    expect((await videoRow(id))?.published_at).not.toBeNull();
    expect(await hashOf((await videoRow(id))?.video_url)).toBe(sha256(file));
  });

  test("that lost the file is reported as gone, and its record is removed", async () => {
    const id = await mustBegin(sender, file);
    resumable.offset = async () => undefined;
    expect((await tus(sender, "HEAD", id)).status).toBe(410);
    expect(await videoRow(id)).toBeUndefined();
  });

  test("that cannot remove it is cancelled, and is swept later", async () => {
    const id = await mustBegin(sender, file);
    await patch(sender, id, 0, file.subarray(0, 1_000));
    resumable.abandon = async () => {
      throw new StorageError("unavailable", "abandon", new Error("planted"));
    };
    expect((await tus(sender, "DELETE", id)).status).toBe(204);
    expect(await offsetOf(sender, id)).toBeUndefined();
    expect((await stored()).halfWritten).toHaveLength(1);
    Object.assign(resumable, original);
    world.advance(2 * 3_600_000);
    await sweepAbandoned(world.services);
    expect(await stored()).toEqual(nothing);
  });

  test("that is full from the start gets the specified message and leaves nothing", async () => {
    resumable.start = async () => {
      throw new StorageError("full", "start", new Error("planted"));
    };
    await expect(mustBegin(sender, file)).rejects.toThrow(/503.*uploadVideoFailed.*reasonFull/);
    expect(await stored()).toEqual(nothing);
  });
});
