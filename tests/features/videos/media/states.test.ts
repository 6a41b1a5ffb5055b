/** How a streamed video gets into the shop: by webhook, by polling, in any order, whatever is lost. */
import { beforeEach, describe, expect, test, vi } from "vitest";
import { playVideo } from "~/features/playback/player/play-video.server";
import { listShopVideos } from "~/features/shop/catalog/shop-videos.queries.server";
import { deleteVideo } from "~/features/studio/own-videos/delete-video.server";
import { listOwnVideos } from "~/features/studio/own-videos/own-videos.queries.server";
import { checkStreams, recordStreamStatus } from "~/features/videos/media/record-stream-status.server";
import { sendToStream } from "~/features/videos/media/send-to-stream.server";
import { StreamingError } from "~/integrations/streaming/streaming";
import { loader as myVideos } from "~/routes/creator/videos";
import { sweep } from "~/server/sweep.server";
import { ask } from "../../../support/ask";
import { makeConsumer, makeMp4 } from "../../../support/people";
import { publish } from "../../../support/upload";
import { nothingLeft, patch, plainForm, startStreamScene } from "./stream-scene";

const scene = await startStreamScene();
const { stream, world } = scene;
const { services } = world;
const { db } = services;
const streaming = services.streaming ?? expect.fail("no streaming");
const minute = 60_000;
let ana: string;
let cookie: string;
beforeEach(async () => {
  stream.setWebhookMode("deliver");
  scene.heal();
  ({ userId: ana, cookie } = await scene.creator());
});

const poll = async () => {
  world.advance(minute + 1);
  await checkStreams(services);
};
const inShop = async () => (await listShopVideos(db, { creatorId: ana })).rows.length === 1;
const shown = async () => {
  const { data } = await ask(world, myVideos, { path: "/creator/videos", cookie });
  return (data as { videos: { state: unknown }[] }).videos.map(({ state }) => state);
};
const uidOf = async () => (await scene.only(ana)).cloudflare_video_id ?? "";
const lastWord = () => stream.webhooks().at(-1) ?? expect.fail("no webhook");

test("polling alone finds a video processed, ready, and then with its MP4", async () => {
  stream.setWebhookMode("lose");
  stream.hold("inprogress", 40);
  const { id } = await scene.publish(ana);
  await poll();
  expect(await shown()).toEqual([{ step: "processing", percent: 40 }]);
  expect(await inShop()).toBe(false);

  stream.release();
  stream.hold("mp4");
  await vi.waitFor(() => expect(stream.videos().at(-1)?.status.state).toBe("ready"));
  await poll();
  expect(await shown()).toEqual([{ step: "shown" }]);
  expect(await inShop()).toBe(true);
  expect(await scene.row(id)).toMatchObject({ state: "ready", mp4_asked: true, has_mp4: false });

  stream.release();
  await stream.settled();
  await poll();
  expect(await scene.row(id)).toMatchObject({ state: "ready", has_mp4: true, check_at: null });
});

test("a webhook alone publishes a video, and repeated webhooks change nothing", async () => {
  const { id } = await scene.publish(ana);
  await stream.settled();
  expect(await inShop()).toBe(false);
  const word = lastWord();
  expect((await scene.hear(word)).status).toBe(200);
  expect(await inShop()).toBe(true);
  const before = await scene.row(id);
  expect(before).toMatchObject({ mp4_asked: true, published_at: services.clock() });
  await stream.settled();
  world.advance(minute);
  await Promise.all(Array.from({ length: 20 }, () => scene.hear(word)));
  const { checked_at: _, ...after } = await scene.row(id);
  expect(after).toMatchObject({ published_at: before.published_at, created_at: before.created_at });
});

test("a webhook that precedes the end of the job publishes the video, and the job ends", async () => {
  const send: typeof streaming.send = async (...args) => {
    const outcome = await streaming.send(...args);
    await stream.settled();
    expect((await scene.hear(lastWord())).status).toBe(200);
    expect(await inShop()).toBe(true);
    return outcome;
  };
  const { id } = await publish(world, ana, plainForm());
  await sendToStream({ ...services, streaming: { ...streaming, send } }, { videoId: id });
  expect(await scene.row(id)).toMatchObject({ state: "ready", video_url: null, upload_url: null });
});

test("polling finds a complete file whose browser closed before reporting it", async () => {
  const file = makeMp4(20_000);
  const { uploadId, sendTo } = await scene.begin(cookie, file);
  await patch(sendTo, 0, file);
  await stream.settled();
  world.advance(10 * minute);
  await checkStreams(services);
  expect(await inShop()).toBe(true);
  expect((await scene.end(cookie, uploadId)).status).toBe(200);
});

test("a video that the service rejects stays with its creator, with the reason, until it is deleted", async () => {
  // Looks like a video to us, and is refused by the service.
  const { id } = await scene.publish(ana);
  await stream.settled();
  const uid = await uidOf();
  const reason = "The video was deemed to be corrupted or malformed.";
  await recordStreamStatus(services, { uid, state: { state: "processing", percent: 3 } });
  await recordStreamStatus(services, {
    uid,
    state: { state: "failed", code: "ERR_MALFORMED_VIDEO", reason },
  });
  expect(await shown()).toEqual([{ step: "failed", cause: "refused", reason }]);
  expect(await inShop()).toBe(false);
  for (const viewer of [{ userId: ana }, await makeConsumer(world)])
    expect(await playVideo(services, viewer, id)).toEqual({ access: "notFound" });
  expect(await deleteVideo(services, { creatorId: ana, videoId: id })).toEqual({ ok: true });
  expect(await scene.left(ana)).toEqual(nothingLeft);
});

test("a person who opens the link of a video being processed reads that, and gets no address", async () => {
  stream.hold("inprogress", 40);
  const { id } = await scene.publish(ana);
  await poll();
  for (const viewer of [{ userId: ana }, await makeConsumer(world)]) {
    const watched = await playVideo(services, viewer, id);
    expect(watched).toMatchObject({ access: "encoding", percent: 40 });
    expect(JSON.stringify(watched)).not.toContain(await uidOf());
  }
});

test("a video that the service loses during encoding is marked as gone and no longer checked", async () => {
  stream.hold("inprogress", 40);
  await scene.publish(ana);
  await services.streaming?.remove(await uidOf());
  await poll();
  expect(await shown()).toEqual([{ step: "failed", cause: "gone" }]);
  expect((await scene.only(ana)).check_at).toBeNull();
});

test("a video deleted while it is processed stays deleted, after a late report too", async () => {
  stream.hold("inprogress", 40);
  const { id } = await scene.publish(ana);
  const uid = await uidOf();
  expect(await deleteVideo(services, { creatorId: ana, videoId: id })).toEqual({ ok: true });
  const state = { state: "ready", seconds: 1, hasMp4: true } as const;
  expect(await recordStreamStatus(services, { uid, state })).toBeUndefined();
  expect(await scene.left(ana)).toEqual(nothingLeft);
});

describe("a video deleted while the service fails", () => {
  const withService = (changes: Partial<typeof streaming>) => ({
    ...services,
    streaming: { ...streaming, ...changes },
  });
  const away = async () => {
    throw new StreamingError("planted", "unavailable");
  };
  const delete_ = async (changes: Parameters<typeof withService>[0]) => {
    const { id } = await scene.publish(ana);
    return deleteVideo(withService(changes), { creatorId: ana, videoId: id });
  };

  test("is restored to its creator if the service still has it, and a retry deletes it", async () => {
    await expect(delete_({ remove: away })).rejects.toMatchObject({ name: "StreamingError" });
    expect(await shown()).toHaveLength(1);
    const { id } = await scene.only(ana);
    expect(await deleteVideo(services, { creatorId: ana, videoId: id })).toEqual({ ok: true });
    expect(await scene.left(ana)).toEqual(nothingLeft);
  });

  test("is deleted if only the confirmation of the removal was lost", async () => {
    const remove = async (uid: string) => {
      await streaming.remove(uid);
      await away();
    };
    expect(await delete_({ remove })).toEqual({ ok: true });
    expect(await scene.left(ana)).toEqual(nothingLeft);
  });

  test("is hidden and deleted later if the service cannot be asked", async () => {
    expect(await delete_({ remove: away, find: away })).toEqual({ ok: true, fileLeft: true });
    expect(await shown()).toEqual([]);
    world.advance(60 * minute + 1);
    await sweep(services);
    expect((await scene.left(ana)).streamed).toEqual([]);
  });
});

test("a video deleted as it becomes ready is either removed or for sale", async () => {
  for (let round = 0; round < 3; round += 1) {
    const { userId } = await scene.creator();
    stream.hold("inprogress", 40);
    const { id } = await scene.publish(userId, makeMp4(2_000));
    const uid = (await scene.only(userId)).cloudflare_video_id ?? "";
    const state = { state: "ready", seconds: 1, hasMp4: true } as const;
    await Promise.all([
      recordStreamStatus(services, { uid, state }),
      deleteVideo(services, { creatorId: userId, videoId: id }),
    ]);
    expect(await scene.left(userId)).toEqual(nothingLeft);
    stream.release();
  }
});

test.each([
  ["a word that is not signed", (body: string) => ({ body, signature: null })],
  ["another's signature", (body: string) => ({ body, signature: `time=1,sig1=${"0".repeat(64)}` })],
  ["a word changed on the way", (body: string, signature: string) => ({ body: `${body} `, signature })],
])("the webhook refuses a report with %s", async (_, change) => {
  await scene.publish(ana);
  await stream.settled();
  const { body, signature } = lastWord();
  expect((await scene.hear(change(body, signature))).status).toBe(400);
  expect(await inShop()).toBe(false);
});

test("the webhook refuses a report about an unknown video without an error", async () => {
  await scene.publish(ana);
  await stream.settled();
  const word = lastWord();
  await db.deleteFrom("videos").where("creator_id", "=", ana).execute();
  expect((await scene.hear(word)).status).toBe(200);
});

describe("polling the service", () => {
  const percents = async () =>
    (await listOwnVideos(db, { creatorId: ana })).rows.map(({ percent }) => percent);

  test("stops at its first failure, and continues when it is back", async () => {
    stream.hold("inprogress", 40);
    for (let count = 0; count < 3; count += 1) await scene.publish(ana, makeMp4(2_000));
    stream.setFault("api", "serverError");
    await poll();
    expect(await percents()).toEqual([null, null, null]);
    stream.setFault("api", undefined);
    world.advance(2 * minute);
    await poll();
    expect(await percents()).toEqual([40, 40, 40]);
  });

  test("continues past videos that the service refuses to report, and stops if it is unavailable", async () => {
    stream.hold("inprogress", 40);
    const made = [];
    for (let count = 0; count < 9; count += 1) made.push(await scene.publish(ana, makeMp4(2_000)));
    const uids = made.map(({ cloudflare_video_id }) => cloudflare_video_id);
    const poisoned = new Set(uids.slice(0, 5));
    const withFind = (find: typeof streaming.find) => ({ ...services, streaming: { ...streaming, find } });
    world.advance(minute + 1);
    await checkStreams(
      withFind(async (uid) => {
        if (poisoned.has(uid)) throw new StreamingError("planted", "refused");
        // One alone may be an unreadable response about one video.
        if (uid === uids[5]) throw new StreamingError("planted", "unavailable");
        return streaming.find(uid);
      }),
    );
    expect((await percents()).filter((percent) => percent === 40)).toHaveLength(3);
    expect(world.logged.filter(({ msg }) => msg === "a video's stream could not be checked")).toHaveLength(5);
    world.advance(10 * minute);
    let asked = 0;
    await checkStreams(
      withFind(async () => {
        asked += 1;
        throw new StreamingError("planted", "unavailable");
      }),
    );
    expect(asked).toBeLessThan(8);
  });
});
