import { beforeEach, describe, expect, test, vi } from "vitest";
import { closeUpload } from "~/features/studio/uploads/resumable-uploads.queries.server";
import { formEnd, inChunks, makeBoundary, multipartBody, streamedRequest } from "../../../support/multipart";
import { makeMp4 } from "../../../support/people";
import { addCreator } from "../../../support/rows";
import { findStored, nothing } from "../../../support/stored";
import { appUrl, startTestWorld } from "../../../support/test-services";
import { publish, textParts, thumbnailPart, upload, videoPart } from "../../../support/upload";

const world = await startTestWorld();
let ana: string;
beforeEach(async () => {
  ana = await addCreator(world.services.db);
});

const url = `${appUrl}/creator/upload`;
const boundary = makeBoundary();
const parts = (videoBytes: number) => [...textParts(), thumbnailPart(), videoPart(makeMp4(videoBytes))];
/** Large enough that the store has much of it before the end. */
const large = multipartBody(parts(3 * 1024 * 1024), boundary);
const small = multipartBody(parts(2_000), boundary);

/** As much of a body as arrived before the connection broke. */
async function* brokenAt(body: Uint8Array, at: number, end: () => void): AsyncGenerator<Uint8Array> {
  yield* inChunks(body.subarray(0, at), 64 * 1024);
  end();
}

describe.each([0, 1, 25, 50, 99])("a form cut off at %i percent", (percent) => {
  const at = Math.floor((large.length * percent) / 100);

  test("by a network error leaves nothing", async () => {
    const chunks = brokenAt(large, at, () => {
      throw Object.assign(new Error("aborted"), { code: "ECONNRESET" });
    });
    expect(await upload(world, ana, streamedRequest(url, chunks, { boundary }))).toEqual({ broken: true });
    expect(await findStored(world, ana)).toEqual(nothing);
  });

  test("by a premature end leaves nothing", async () => {
    const chunks = brokenAt(large, at, () => {});
    expect(await upload(world, ana, streamedRequest(url, chunks, { boundary }))).toEqual({ broken: true });
    expect(await findStored(world, ana)).toEqual(nothing);
  });

  test("by a browser that leaves while nothing arrives leaves nothing", async () => {
    const gone = new AbortController();
    async function* stalled() {
      yield* inChunks(large.subarray(0, at), 64 * 1024);
      setTimeout(() => gone.abort(), 20);
      await new Promise(() => {});
    }
    const request = streamedRequest(url, stalled(), { boundary, signal: gone.signal });
    expect(await upload(world, ana, request)).toEqual({ broken: true });
    expect(await findStored(world, ana)).toEqual(nothing);
  });
});

test("a form cut off within the closing boundary leaves nothing", async () => {
  for (let missing = 1; missing <= formEnd(boundary).length - 2; missing += 3) {
    // The last line break is not needed; everything before it is.
    const at = large.length - 2 - missing;
    const chunks = brokenAt(large, at, () => {});
    expect(
      await upload(world, ana, streamedRequest(url, chunks, { boundary })),
      `${missing} bytes short`,
    ).toEqual({ broken: true });
    expect(await findStored(world, ana)).toEqual(nothing);
  }
});

test("a video removed in another tab before its end is not published, with a message, and leaves nothing", async () => {
  const { db, clock } = world.services;
  async function* removed() {
    yield* inChunks(large.subarray(0, large.length - 100), 64 * 1024);
    const { id } = await vi.waitFor(() =>
      db.selectFrom("videos").select("id").where("creator_id", "=", ana).executeTakeFirstOrThrow(),
    );
    expect(await closeUpload(db, { creatorId: ana, videoId: id, now: clock() })).toBe(true);
    yield large.subarray(large.length - 100);
  }
  expect(await upload(world, ana, streamedRequest(url, removed(), { boundary }))).toEqual({
    failedAt: "videos.uploadSaveFailed",
    reason: new Error("the record of an upload was closed meanwhile"),
  });
  expect(await findStored(world, ana)).toEqual(nothing);
});

/** Fifty places around everything that marks where a part begins or ends. */
const text = Buffer.from(small).toString("latin1");
const marks = [...text.matchAll(new RegExp(`\\r\\n--${boundary}`, "g"))].map(({ index }) => index);
const offsets = marks
  .slice(-3)
  .flatMap((mark) => Array.from({ length: 17 }, (_, n) => mark - 3 + n * 3))
  .slice(0, 50);

test("a form split in two at any place around the boundaries is parsed the same", async () => {
  expect(new Set(offsets).size).toBe(50);
  await world.services.db.updateTable("users").set({ videos_a_day: 100 }).where("id", "=", ana).execute();
  for (const offset of offsets) {
    const chunks = [small.subarray(0, offset), small.subarray(offset)];
    const row = await publish(world, ana, streamedRequest(url, chunks, { boundary }));
    const stored = await world.services.storage.find(row.video_url ?? "");
    expect({ offset, bytes: stored?.bytes }).toEqual({ offset, bytes: 2_000 });
  }
});

test.each([1, 7, 4_096])("a form in chunks of %i bytes is parsed the same", async (size) => {
  const row = await publish(world, ana, streamedRequest(url, inChunks(small, size), { boundary }));
  expect((await world.services.storage.find(row.video_url ?? ""))?.bytes).toBe(2_000);
});
