import { beforeEach, describe, expect, test, vi } from "vitest";
import { videoMaxBytes } from "~/features/base/files/accepted-files";
import { closeUpload } from "~/features/studio/uploads/resumable-uploads.queries.server";
import {
  formEnd,
  inChunks,
  makeBoundary,
  multipartBody,
  partHead,
  streamedRequest,
} from "../../../support/multipart";
import { makeMp4 } from "../../../support/people";
import { addCreator } from "../../../support/rows";
import { findStored, nothing } from "../../../support/stored";
import { readRow } from "../../../support/tables";
import { appUrl, startTestWorld } from "../../../support/test-services";
import { textParts, thumbnailPart, upload, videoPart } from "../../../support/upload";

const world = await startTestWorld();
let ana: string;
beforeEach(async () => {
  ana = await addCreator(world.services.db);
});

const url = `${appUrl}/creator/upload`;
const boundary = makeBoundary();
/** Large enough that the store has much of it before the end. */
const video = videoPart(makeMp4(3 * 1024 * 1024));
const large = multipartBody([...textParts(), thumbnailPart(), video], boundary);

/** As much of a body as arrived before the connection broke. */
async function* brokenAt(body: Uint8Array, at: number, end: () => void): AsyncGenerator<Uint8Array> {
  yield* inChunks(body.subarray(0, at), 64 * 1024);
  end();
}

describe("a form cut off in the middle of its video", () => {
  const at = Math.floor(large.length / 2);

  test("by a network error leaves nothing", async () => {
    const chunks = brokenAt(large, at, () => {
      throw Object.assign(new Error("aborted"), { code: "ECONNRESET" });
    });
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

/** A form with a video of the given length, which is never held in memory. */
function formWithVideo(bytes: number): Request {
  const encode = (text: string) => new TextEncoder().encode(text);
  const block = new Uint8Array(1024 * 1024);
  function* chunks() {
    for (const part of [...textParts(), thumbnailPart()]) {
      yield encode(partHead(part, boundary));
      yield typeof part.content === "string" ? encode(part.content) : part.content;
      yield encode("\r\n");
    }
    yield encode(partHead({ name: "video", fileName: "longa.mp4", type: "video/mp4" }, boundary));
    const head = makeMp4(32);
    yield head;
    for (let left = bytes - head.length; left > 0; left -= block.length)
      yield block.subarray(0, Math.min(left, block.length));
    yield encode(`\r\n${formEnd(boundary)}`);
  }
  return streamedRequest(url, chunks(), { boundary });
}

describe("a video", () => {
  test("of exactly the limit is published completely", async () => {
    const outcome = await upload(world, ana, formWithVideo(videoMaxBytes));
    if (!("videoId" in outcome)) expect.fail(JSON.stringify(outcome));
    const { video_url } = await readRow(world.services.db, "videos", { id: outcome.videoId }, "video_url");
    expect((await world.services.storage.find(video_url ?? ""))?.bytes).toBe(videoMaxBytes);
  }, 120_000);

  test("of one byte more is too large, and nothing is left", async () => {
    const outcome = await upload(world, ana, formWithVideo(videoMaxBytes + 1));
    expect(outcome).toEqual({ errors: { video: "videos.videoTooLarge" } });
    expect(await findStored(world, ana)).toEqual(nothing);
  }, 120_000);
});
