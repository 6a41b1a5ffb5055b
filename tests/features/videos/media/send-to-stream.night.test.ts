/** Publishing without script: the form's file is stored, and a job sends it to the streaming service. */
import { beforeEach, describe, expect, test } from "vitest";
import { deleteVideo } from "~/features/studio/own-videos/delete-video.server";
import { sweepAbandoned } from "~/features/studio/uploads/discard-upload.server";
import { checkStreams } from "~/features/videos/media/record-stream-status.server";
import { sendToStream } from "~/features/videos/media/send-to-stream.server";
import type { Streaming } from "~/integrations/streaming/streaming";
import { action } from "~/routes/creator/upload";
import { loader as myVideos } from "~/routes/creator/videos";
import { ask } from "../../../support/ask";
import { breakStorage } from "../../../support/broken-storage";
import { failureOf } from "../../../support/failure-of";
import { makeMp4 } from "../../../support/people";
import { publish, textParts, thumbnailPart, upload, videoPart } from "../../../support/upload";
import { nothingLeft, plainForm, readStored, startStreamScene } from "./stream-scene";

const scene = await startStreamScene();
const { stream, world } = scene;
const { services } = world;
const { storage } = services;
const streaming = services.streaming ?? expect.fail("no streaming");
const mebibyte = 1024 * 1024;
const hour = 3_600_000;
let ana: string;
let cookie: string;
beforeEach(async () => {
  stream.setWebhookMode("lose");
  scene.heal();
  ({ userId: ana, cookie } = await scene.creator());
});

const atService = () => stream.videos().filter(({ creator }) => creator === ana);
const shown = async () => {
  const { data } = await ask(world, myVideos, { path: "/creator/videos", cookie });
  return (data as { videos: { state: unknown }[] }).videos.map(({ state }) => state);
};
const withStreaming = (changes: Partial<Streaming>) => ({
  ...services,
  streaming: { ...streaming, ...changes },
});
const sendingStarted = { step: "processing", percent: null };

test("a form is answered once its file is stored, before anything is sent to the service", async () => {
  const parts = [...textParts(), thumbnailPart(), videoPart(makeMp4(300_000))];
  stream.setFault("api", "hang");
  const answer = await ask(world, action, { path: "/creator/upload", parts, cookie });
  expect(answer).toMatchObject({
    status: 303,
    location: "/creator/videos",
    flash: { tone: "success", title: "videos.uploaded", description: "videos.uploadedProcessing" },
  });
  const row = await scene.only(ana);
  expect(row).toMatchObject({ cloudflare_video_id: null, published_at: null, state: "waiting" });
  expect(await readStored(world, row.video_url ?? "")).toHaveLength(300_000);
  expect(await shown()).toEqual([sendingStarted]);
  expect(atService()).toEqual([]);
});

test("a file is sent, goes on sale once it is ready, and is then removed from the store", async () => {
  stream.hold("inprogress", 40);
  const file = makeMp4(9 * mebibyte);
  const { id } = await publish(world, ana, plainForm(file));
  await sendToStream(services, { videoId: id });
  expect(atService()).toMatchObject([{ received: file.length, requireSignedURLs: true }]);
  const sent = await scene.row(id);
  expect(sent).toMatchObject({
    cloudflare_video_id: atService()[0]?.uid,
    upload_url: null,
    published_at: null,
  });
  expect(await storage.find(sent.video_url ?? "")).toBeDefined();
  expect(sent.check_at).not.toBeNull();

  stream.release();
  await stream.settled();
  world.advance(hour);
  await checkStreams(services);
  expect(await scene.row(id)).toMatchObject({ state: "ready", video_url: null });
  expect((await scene.row(id)).published_at).not.toBeNull();
  expect((await scene.left(ana)).objects.every((path) => path.includes("/thumbs/"))).toBe(true);
});

test("a file waiting for the service is not swept", async () => {
  const { id } = await publish(world, ana, plainForm());
  world.advance(30 * 24 * hour);
  await sweepAbandoned(services);
  await sendToStream(services, { videoId: id });
  expect(atService()).toHaveLength(1);
});

test("a repeated job makes one video after it was complete", async () => {
  const { id } = await scene.publish(ana);
  await sendToStream(services, { videoId: id });
  expect(atService()).toHaveLength(1);
});

test("a repeated job makes one video in two processes at once", async () => {
  const { id } = await publish(world, ana, plainForm(makeMp4(17 * mebibyte)));
  await Promise.allSettled([1, 2, 3].map(() => sendToStream(services, { videoId: id })));
  await sendToStream(services, { videoId: id });
  expect(atService()).toMatchObject([{ received: 17 * mebibyte }]);
  expect(await scene.row(id)).toMatchObject({ upload_url: null });
});

test("a repeated job makes one video after it stopped between two chunks, where it resumes", async () => {
  const { id } = await publish(world, ana, plainForm(makeMp4(17 * mebibyte)));
  const stop = new AbortController();
  const reason = new Error("the process stops");
  const send: Streaming["send"] = (url, source, options) => {
    const read: typeof source.read = async (start, end) => {
      if (start > 0) stop.abort(reason);
      return source.read(start, end);
    };
    return streaming.send(url, { ...source, read }, options);
  };
  const stopped = sendToStream(withStreaming({ send }), { videoId: id }, stop.signal);
  expect(await failureOf(stopped)).toBe(reason);
  expect(atService()).toMatchObject([{ received: 8 * mebibyte }]);
  expect(await shown()).toEqual([sendingStarted]);
  await sendToStream(services, { videoId: id });
  expect(atService()).toMatchObject([{ received: 17 * mebibyte }]);
});

test("a repeated job makes one video after it was killed before the complete transfer was recorded", async () => {
  const { id } = await publish(world, ana, plainForm());
  const send: Streaming["send"] = async (...args) => {
    await streaming.send(...args);
    throw new Error("killed");
  };
  await failureOf(sendToStream(withStreaming({ send }), { videoId: id }));
  await sendToStream(services, { videoId: id });
  expect(atService()).toHaveLength(1);
  expect(await scene.row(id)).toMatchObject({ upload_url: null });
});

test("a repeated job makes one video after its upload address expired, with another address", async () => {
  const { id } = await publish(world, ana, plainForm());
  stream.setFault("upload", "serverError");
  await failureOf(sendToStream(services, { videoId: id }));
  expect(atService()).toMatchObject([{ received: 0 }]);
  stream.setFault("upload", undefined);
  world.advance(6 * hour);
  await sendToStream(services, { videoId: id });
  expect(atService()).toMatchObject([{ received: 300_000 }]);
  expect((await scene.row(id)).cloudflare_video_id).toBe(atService()[0]?.uid);
});

test.each([
  ["away when asked for an address", "api", "serverError"],
  ["nonsense for an address", "api", "garbage"],
  ["away when the file comes", "upload", "serverError"],
  ["connections break", "upload", "cut"],
] as const)(
  "a failing streaming service with %s is retried by the queue, and the creator sees the video wait",
  async (_, part, fault) => {
    const { id } = await publish(world, ana, plainForm());
    stream.setFault(part, fault);
    expect(await failureOf(sendToStream(services, { videoId: id }))).toMatchObject({
      name: "StreamingError",
      kind: "unavailable",
    });
    expect(await shown()).toEqual([sendingStarted]);
    stream.setFault(part, undefined);
    await sendToStream(services, { videoId: id });
    expect(atService()).toMatchObject([{ received: 300_000 }]);
  },
);

test.each(["api", "upload"] as const)(
  "a failing streaming service that refuses %s is reported to the creator, the file stays, and a later run succeeds",
  async (part) => {
    const { id } = await publish(world, ana, plainForm());
    stream.setFault(part, "refuse");
    expect(await failureOf(sendToStream(services, { videoId: id }))).toMatchObject({ kind: "refused" });
    expect(await shown()).toEqual([{ step: "failed", cause: "notSent" }]);
    const row = await scene.row(id);
    expect(row.failure).toContain("Cloudflare answered 400");
    expect(await storage.find(row.video_url ?? "")).toBeDefined();
    stream.setFault(part, undefined);
    await sendToStream(services, { videoId: id });
    expect(await shown()).toEqual([sendingStarted]);
  },
);

test("a failing streaming service that is no longer configured is reported to the creator", async () => {
  const { id } = await publish(world, ana, plainForm());
  const gone = sendToStream({ ...services, streaming: undefined }, { videoId: id });
  expect(await failureOf(gone)).toMatchObject({ kind: "refused" });
  expect(await shown()).toEqual([{ step: "failed", cause: "notSent" }]);
});

test("a failing streaming service is reported after two days to the creator, who can delete the video with its file", async () => {
  const { id } = await publish(world, ana, plainForm());
  stream.setFault("api", "serverError");
  world.advance(48 * hour);
  expect(await failureOf(sendToStream(services, { videoId: id }))).toMatchObject({ kind: "unavailable" });
  expect(await shown()).toEqual([{ step: "failed", cause: "notSent" }]);
  stream.setFault("api", undefined);
  expect(await deleteVideo(services, { creatorId: ana, videoId: id })).toEqual({ ok: true });
  expect(await scene.left(ana)).toEqual(nothingLeft);
});

test("a missing stored file is reported, and not retried", async () => {
  const { id } = await publish(world, ana, plainForm());
  await storage.remove((await scene.row(id)).video_url ?? "");
  await sendToStream(services, { videoId: id });
  expect(await shown()).toEqual([{ step: "failed", cause: "notSent" }]);
  expect(atService()).toEqual([]);
});

test("an unavailable store is retried by the queue", async () => {
  const { id } = await publish(world, ana, plainForm());
  const away = { ...services, storage: breakStorage(storage, { operation: "find" }) };
  expect(await failureOf(sendToStream(away, { videoId: id }))).toMatchObject({ name: "StorageError" });
  expect(await shown()).toEqual([sendingStarted]);
});

describe("a video deleted meanwhile leaves nothing", () => {
  const remove = async (videoId: string) =>
    expect(await deleteVideo(services, { creatorId: ana, videoId })).toEqual({ ok: true });

  test("before the job begins", async () => {
    const { id } = await publish(world, ana, plainForm());
    await remove(id);
    await sendToStream(services, { videoId: id });
    expect(await scene.left(ana)).toEqual(nothingLeft);
  });

  test("while its upload address is created", async () => {
    const { id } = await publish(world, ana, plainForm());
    const beginUpload: Streaming["beginUpload"] = async (order) => {
      await remove(id);
      return streaming.beginUpload(order);
    };
    await sendToStream(withStreaming({ beginUpload }), { videoId: id });
    expect(await scene.left(ana)).toEqual(nothingLeft);
  });

  test.each([0, 8 * mebibyte])("while the file is sent, from byte %i on", async (at) => {
    const { id } = await publish(world, ana, plainForm(makeMp4(9 * mebibyte)));
    const send: Streaming["send"] = (url, source, options) => {
      const read: typeof source.read = async (start, end) => {
        const part = await source.read(start, end);
        if (start === at) await remove(id);
        return part;
      };
      return streaming.send(url, { ...source, read }, options);
    };
    await sendToStream(withStreaming({ send }), { videoId: id });
    expect(await scene.left(ana)).toEqual(nothingLeft);
  });

  test("after the whole file was sent", async () => {
    const { id } = await publish(world, ana, plainForm());
    const send: Streaming["send"] = async (...args) => {
      const outcome = await streaming.send(...args);
      await remove(id);
      return outcome;
    };
    await sendToStream(withStreaming({ send }), { videoId: id });
    expect(await scene.left(ana)).toEqual(nothingLeft);
  });
});

test("a file that cannot be stored leaves nothing, and no job", async () => {
  const broken = { ...services, storage: breakStorage(storage, { operation: "put", key: /\.mp4$/ }) };
  expect(await upload({ ...world, services: broken }, ana, plainForm())).toMatchObject({
    failedAt: "videos.uploadVideoFailed",
    reason: { name: "StorageError" },
  });
  expect(await scene.left(ana)).toEqual(nothingLeft);
});
