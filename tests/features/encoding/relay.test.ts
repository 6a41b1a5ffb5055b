/** Publishing without script: our server passes the form's file on to the streaming service. */
import { beforeEach, describe, expect, test } from "vitest";
import { sweepAbandoned } from "~/features/uploads/sweep-abandoned.server";
import { videoMaxBytes } from "~/features/uploads/upload-limits";
import { action } from "~/routes/creator/upload";
import { ask } from "../../support/ask";
import {
  formEnd,
  inChunks,
  makeBoundary,
  multipartBody,
  partHead,
  streamedRequest,
} from "../../support/multipart";
import { makeMp4 } from "../../support/people";
import { appUrl } from "../../support/test-services";
import { publish, textParts, thumbnailPart, upload, videoPart } from "../../support/upload";
import { nothingLeft, plainForm, startStreamScene } from "./stream-scene";

const scene = await startStreamScene();
const { stream, world } = scene;
let ana: string;
let cookie: string;
beforeEach(async () => {
  stream.setFault("api", undefined);
  stream.setFault("upload", undefined);
  stream.release();
  ({ userId: ana, cookie } = await scene.creator());
});

const streamed = () => stream.videos().filter(({ creator }) => creator === ana);

test.each([
  ["as long as its form says", true],
  ["whose length nobody said, by way of our own store", false],
])("a file %s arrives whole, and is on its way to the shop, not in it", async (_, length) => {
  stream.hold("inprogress", 40);
  const row = await publish(world, ana, plainForm(makeMp4(300_000), { length }));
  expect(streamed()).toMatchObject([{ received: 300_000, way: "form", requireSignedURLs: true }]);
  expect(row).toMatchObject({ cloudflare_video_id: streamed()[0]?.uid, video_url: null, published_at: null });
  const { sent_at, state, check_at } = await scene.row(row.id);
  expect({ state, sent: sent_at !== null, due: check_at !== null }).toEqual({
    state: "waiting",
    sent: true,
    due: true,
  });
  // Only the thumbnail is ours.
  const { objects } = await scene.left(ana);
  expect(objects.every((path) => path.includes("/thumbs/"))).toBe(true);
});

test.each([0, 1, 2, 3])(
  "cut anywhere around its head, the file's length is still known: %i",
  async (shift) => {
    const boundary = makeBoundary();
    const video = makeMp4(5_000);
    const body = multipartBody([...textParts(), thumbnailPart(), videoPart(video)], boundary);
    const head = partHead({ name: "video", fileName: "aula.mp4", type: "video/mp4" }, boundary);
    const at = body.length - formEnd(boundary).length - 2 - video.length - shift;
    expect(
      Buffer.from(body.subarray(0, at + shift))
        .toString("latin1")
        .endsWith(head),
    ).toBe(true);
    const headers = { "Content-Length": String(body.length) };
    const chunks = [body.subarray(0, at), body.subarray(at)];
    await publish(world, ana, streamedRequest(`${appUrl}/creator/upload`, chunks, { boundary, headers }));
    expect(streamed()).toMatchObject([{ received: 5_000 }]);
  },
);

test("in the smallest chunks it is the same file", async () => {
  const boundary = makeBoundary();
  const body = multipartBody([...textParts(), thumbnailPart(), videoPart(makeMp4(900))], boundary);
  const headers = { "Content-Length": String(body.length) };
  const request = streamedRequest(`${appUrl}/creator/upload`, inChunks(body, 1), { boundary, headers });
  await publish(world, ana, request);
  expect(streamed()).toMatchObject([{ received: 900 }]);
});

test("the page says that the video is being prepared", async () => {
  const parts = [...textParts(), thumbnailPart(), videoPart()];
  const answer = await ask(world, action, { path: "/creator/upload", parts, cookie });
  expect(answer).toMatchObject({
    status: 303,
    location: "/creator/videos",
    flash: { tone: "success", title: "videos.uploaded", description: "videos.uploadedProcessing" },
  });
});

describe("refused before anything goes out", () => {
  test("a byte more than allowed, by what the form says", async () => {
    const boundary = makeBoundary();
    const begin = multipartBody([...textParts(), thumbnailPart(), videoPart(makeMp4(5_000))], boundary);
    const more = String(begin.length + videoMaxBytes + 1 - 5_000);
    const headers = { "Content-Length": more };
    const request = streamedRequest(`${appUrl}/creator/upload`, [begin], { boundary, headers });
    expect(await upload(world, ana, request)).toEqual({ errors: { video: "videos.videoTooLarge" } });
    expect(await scene.left(ana)).toEqual(nothingLeft);
  });

  test("what is no video", async () => {
    expect(await upload(world, ana, plainForm(Buffer.from("PK\u0003\u0004".padEnd(9_000, "x"))))).toEqual({
      errors: { video: "videos.videoFormat" },
    });
    expect(await scene.left(ana)).toEqual(nothingLeft);
  });
});

test("a form with more after its video is told so, and nothing is left", async () => {
  const form = plainForm(makeMp4(50_000), { after: [{ name: "price", content: "59,90" }] });
  const answer = await ask(world, action, { path: "/creator/upload", parts: [], cookie }).catch(
    () => undefined,
  );
  expect(answer?.status).toBe(400);
  expect(await upload(world, ana, form)).toMatchObject({
    failedAt: "videos.uploadVideoFailed",
    reason: { name: "RangeError" },
  });
  expect(await scene.left(ana)).toEqual(nothingLeft);
});

describe.each([true, false])("the service fails, the length said: %s", (length) => {
  test.each([
    ["away when asked for a place", "api", "serverError", "unavailable"],
    ["refuses a place", "api", "refuse", "refused"],
    ["talks nonsense", "api", "garbage", "unavailable"],
    ["away when the file comes", "upload", "serverError", "unavailable"],
    ["refuses the file", "upload", "refuse", "refused"],
    ["breaks the line", "upload", "cut", "unavailable"],
  ] as const)("%s: that step is named, and nothing is left", async (_, part, fault, kind) => {
    stream.setFault(part, fault, 1);
    expect(await upload(world, ana, plainForm(makeMp4(), { length }))).toMatchObject({
      failedAt: "videos.uploadVideoFailed",
      reason: { name: "StreamingError", kind },
    });
    expect(await scene.left(ana)).toEqual(nothingLeft);
  });

  test.each([0, 1_000, 150_000, 299_999])(
    "the line breaks after %i bytes: nothing is left",
    async (afterBytes) => {
      stream.cutNext({ afterBytes, keep: false });
      expect(await upload(world, ana, plainForm(makeMp4(300_000), { length }))).toMatchObject({
        failedAt: "videos.uploadVideoFailed",
        reason: { name: "StreamingError" },
      });
      expect(await scene.left(ana)).toEqual(nothingLeft);
    },
  );
});

describe("the sender breaks off", () => {
  test.each([50, 99])("at %i percent, by an error of the line: nothing is left", async (percent) => {
    const boundary = makeBoundary();
    const body = multipartBody([...textParts(), thumbnailPart(), videoPart(makeMp4(3_000_000))], boundary);
    async function* broken() {
      yield* inChunks(body.subarray(0, Math.floor((body.length * percent) / 100)), 64 * 1024);
      throw Object.assign(new Error("aborted"), { code: "ECONNRESET" });
    }
    const headers = { "Content-Length": String(body.length) };
    const request = streamedRequest(`${appUrl}/creator/upload`, broken(), { boundary, headers });
    expect(await upload(world, ana, request)).toEqual({ broken: true });
    expect(await scene.left(ana)).toEqual(nothingLeft);
  });

  test("while nothing more comes: nothing is left", async () => {
    const boundary = makeBoundary();
    const body = multipartBody([...textParts(), thumbnailPart(), videoPart(makeMp4(3_000_000))], boundary);
    const gone = new AbortController();
    async function* stalled() {
      yield* inChunks(body.subarray(0, 1_000_000), 64 * 1024);
      setTimeout(() => gone.abort(), 20);
      await new Promise(() => {});
    }
    const headers = { "Content-Length": String(body.length) };
    const init = { boundary, headers, signal: gone.signal };
    expect(await upload(world, ana, streamedRequest(`${appUrl}/creator/upload`, stalled(), init))).toEqual({
      broken: true,
    });
    expect(await scene.left(ana)).toEqual(nothingLeft);
  });

  test("within the closing boundary, all of the video being there: nothing is left", async () => {
    const boundary = makeBoundary();
    const body = multipartBody([...textParts(), thumbnailPart(), videoPart(makeMp4(9_000))], boundary);
    const headers = { "Content-Length": String(body.length) };
    const chunks = [body.subarray(0, body.length - 8)];
    const request = streamedRequest(`${appUrl}/creator/upload`, chunks, { boundary, headers });
    expect(await upload(world, ana, request)).toEqual({ broken: true });
    expect(await scene.left(ana)).toEqual(nothingLeft);
  });
});

test("what cannot be removed at once is closed, and the sweep ends it", async () => {
  const { streaming } = world.services;
  if (!streaming) throw new Error("no streaming");
  stream.setFault("upload", "serverError");
  const remove = () => Promise.reject(new Error("planted"));
  const services = { ...world.services, streaming: { ...streaming, remove } };
  await upload({ ...world, services }, ana, plainForm());
  expect((await scene.left(ana)).streamed).toHaveLength(1);
  expect((await scene.only(ana)).deleted_at).not.toBeNull();
  world.advance(3_600_001);
  await sweepAbandoned(world.services);
  expect(await scene.left(ana)).toEqual(nothingLeft);
});
