/** Publishing with script: the browser sends the file to the streaming service itself. */
import { beforeEach, describe, expect, test } from "vitest";
import { dropUpload, sweepAbandoned } from "~/features/studio/uploads/discard-upload.server";
import { findUnpublished } from "~/features/studio/uploads/unpublished.queries.server";
import { uploadChunkBytes } from "~/features/studio/uploads/upload-limits";
import { makeMp4 } from "../../../support/people";
import { nothingLeft, offsetOf, patch, startStreamScene } from "./stream-scene";

const scene = await startStreamScene();
const { stream, world } = scene;
const { db } = world.services;
const file = makeMp4(6_000_000);
let ana: string;
let cookie: string;
beforeEach(async () => {
  scene.heal();
  ({ userId: ana, cookie } = await scene.creator());
});

test("the chunk size of uploads is one that Cloudflare accepts", () => {
  expect(uploadChunkBytes % 262_144).toBe(0);
  expect(uploadChunkBytes).toBeGreaterThanOrEqual(5_242_880);
  expect(uploadChunkBytes).toBeLessThanOrEqual(209_715_200);
});

test("an upload address is made for exactly this file, and only its creator is offered to continue it", async () => {
  const { uploadId, sendTo, answer } = await scene.begin(cookie, file);
  expect(answer.status).toBe(201);
  expect(stream.videos().at(-1)).toMatchObject({
    bytes: file.length,
    creator: ana,
    requireSignedURLs: true,
    received: 0,
  });
  expect(await scene.row(uploadId)).toMatchObject({
    cloudflare_video_id: stream.videos().at(-1)?.uid,
    video_url: null,
    published_at: null,
    state: "waiting",
    sent_at: null,
  });
  expect(await findUnpublished(db, { creatorId: ana, videoId: uploadId })).toMatchObject({
    write_handle: sendTo,
  });
  const other = await scene.creator();
  expect(await findUnpublished(db, { creatorId: other.userId, videoId: uploadId })).toBeUndefined();
});

test("an interrupted upload to the service resumes at its offset, and is complete only at the end", async () => {
  stream.hold("inprogress", 40);
  const { uploadId, sendTo } = await scene.begin(cookie, file);
  stream.cutNext({ afterBytes: 5_500_000, keep: true });
  await expect(patch(sendTo, 0, file)).rejects.toThrow();
  expect((await scene.end(cookie, uploadId)).status).toBe(409);
  const offset = await offsetOf(sendTo);
  expect(offset).toBeGreaterThan(0);
  expect(await patch(sendTo, offset, file.subarray(offset))).toEqual({ status: 204, offset: file.length });
  for (let asked = 0; asked < 2; asked += 1)
    expect(await scene.end(cookie, uploadId)).toMatchObject({ status: 200 });
  expect(await scene.row(uploadId)).toMatchObject({ state: "processing", percent: 40, published_at: null });
  stream.release();
  await stream.settled();
  expect(stream.videos().at(-1)?.status).toMatchObject({ state: "ready" });
});

test("a different creator can neither finish nor discard the upload", async () => {
  const { uploadId, sendTo } = await scene.begin(cookie, file);
  await patch(sendTo, 0, file);
  const other = await scene.creator();
  expect((await scene.end(other.cookie, uploadId)).status).toBe(404);
  await dropUpload(world.services, { creatorId: other.userId, videoId: uploadId });
  expect((await scene.left(ana)).streamed).toHaveLength(1);
});

describe("discarding an upload to the service", () => {
  const dropIt = (videoId: string) => dropUpload(world.services, { creatorId: ana, videoId });

  test("leaves nothing before it is complete", async () => {
    const { uploadId, sendTo } = await scene.begin(cookie, file);
    await patch(sendTo, 0, file.subarray(0, 5_242_880));
    await dropIt(uploadId);
    expect(await scene.left(ana)).toEqual(nothingLeft);
    expect((await scene.end(cookie, uploadId)).status).toBe(404);
  });

  test("keeps it once it is complete", async () => {
    const { uploadId, sendTo } = await scene.begin(cookie, file);
    await patch(sendTo, 0, file);
    await scene.end(cookie, uploadId);
    await dropIt(uploadId);
    expect((await scene.left(ana)).rows).toEqual([uploadId]);
  });

  test("is finished by the sweep if the service was unavailable", async () => {
    const { uploadId } = await scene.begin(cookie, file);
    stream.setFault("api", "serverError");
    await dropIt(uploadId);
    expect((await scene.left(ana)).rows).toEqual([uploadId]);
    stream.setFault("api", undefined);
    world.advance(3_600_001);
    await sweepAbandoned(world.services);
    expect(await scene.left(ana)).toEqual(nothingLeft);
  });
});

test("a file at the service waits for its creator, and goes on sale by the press that comes later", async () => {
  const { uploadId, sendTo } = await scene.begin(cookie, file, { held: true });
  await patch(sendTo, 0, file);
  expect((await scene.end(cookie, uploadId)).status).toBe(200);
  await stream.settled();
  await scene.end(cookie, uploadId);
  expect(await scene.row(uploadId)).toMatchObject({ state: "ready", published_at: null });
  await scene.release(cookie, uploadId);
  expect((await scene.row(uploadId)).published_at).not.toBeNull();
});

test("an upload whose address expired at the service ends with a message", async () => {
  const { uploadId } = await scene.begin(cookie, file);
  const { cloudflare_video_id } = await scene.row(uploadId);
  await world.services.streaming?.remove(cloudflare_video_id ?? "");
  expect((await scene.end(cookie, uploadId)).status).toBe(404);
  // The file is gone, and the video asks for another.
  expect(await scene.left(ana)).toEqual({ ...nothingLeft, rows: [uploadId], objects: expect.any(Array) });
});

test("an upload whose service is unavailable at the end succeeds on a later request", async () => {
  const { uploadId, sendTo } = await scene.begin(cookie, file);
  await patch(sendTo, 0, file);
  stream.setFault("api", "serverError");
  expect((await scene.end(cookie, uploadId)).status).toBe(503);
  stream.setFault("api", undefined);
  expect((await scene.end(cookie, uploadId)).status).toBe(200);
});

test.each([
  ["serverError", "videos.reasonStreamAway"],
  ["refuse", "videos.reasonRefused"],
] as const)(
  "a failing upload address (%s) is named as that step, and leaves nothing",
  async (fault, reason) => {
    stream.setFault("api", fault);
    const { answer } = await scene.begin(cookie, file);
    expect(answer.status).toBe(503);
    expect(JSON.parse(answer.text)).toEqual({ ok: false, error: "videos.uploadVideoFailed", reason });
    stream.setFault("api", undefined);
    expect(await scene.left(ana)).toEqual(nothingLeft);
  },
);
