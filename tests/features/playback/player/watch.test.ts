/** Playback from the streaming service; each video keeps the delivery it was published with. */
import { beforeAll, describe, expect, test } from "vitest";
import type { Player } from "~/features/playback/player/make-player.server";
import { playVideo } from "~/features/playback/player/play-video.server";
import { hideOwnVideo } from "~/features/studio/deletion/delete-video.queries.server";
import { deleteVideo, finishDeletions } from "~/features/studio/own-videos/delete-video.server";
import { checkStreams } from "~/features/videos/media/record-stream-status.server";
import { action as freshLink } from "~/routes/learner/watch-link";
import { ask } from "../../../support/ask";
import { makeConsumer, makeMp4, makeSale, type Person } from "../../../support/people";
import { setRows } from "../../../support/tables";
import { publish } from "../../../support/upload";
import { nothingLeft, plainForm, startStreamScene } from "../../videos/media/stream-scene";

const scene = await startStreamScene();
const { stream, world } = scene;
const { services } = world;
const { db } = services;
const hour = 3_600_000;

/** A video on sale at the service, with its MP4. */
async function onSale(userId: string, bytes = 200_000): Promise<string> {
  const { id } = await scene.publish(userId, makeMp4(bytes));
  for (let round = 0; round < 2; round += 1) {
    await stream.settled();
    world.advance(61_000);
    await checkStreams(services);
  }
  expect(await scene.row(id)).toMatchObject({ state: "ready", has_mp4: true });
  return id;
}

type Stream = Extract<Player, { kind: "stream" }>;

async function linksOf(viewer: { userId: string }, videoId: string): Promise<Stream> {
  const watched = await playVideo(services, viewer, videoId);
  if (!("player" in watched) || watched.player.kind !== "stream") expect.fail(JSON.stringify(watched));
  return watched.player;
}

const statusOf = async (url: string | null) => {
  const answer = await fetch(url ?? "");
  await answer.body?.cancel();
  return answer.status;
};

let ana: { userId: string; cookie: string };
let beto: Person;
let video: string;
let other: string;
beforeAll(async () => {
  ana = await scene.creator();
  beto = await makeConsumer(world);
  video = await onSale(ana.userId);
  other = await onSale(ana.userId, 100_000);
  await makeSale(world, beto, video);
});

test("the watch page reveals the video's location only by its links", async () => {
  const { cloudflare_video_id } = await scene.row(video);
  const uid = cloudflare_video_id ?? "none";
  const watched = await playVideo(services, beto, video);
  const { player: _, ...rest } = watched as { player: unknown };
  expect(JSON.stringify(rest)).not.toContain(uid);
  const stranger = await playVideo(services, await makeConsumer(world), video);
  expect(stranger).toMatchObject({ access: "mustBuy" });
  expect(JSON.stringify(stranger)).not.toContain(uid);
});

test("a player gets new links only while its viewer may watch", async () => {
  const path = `/watch/${video}/link`;
  const asked = { path, params: { videoId: video }, method: "POST" };
  const answer = await ask(world, freshLink, { ...asked, cookie: beto.cookie });
  const link = JSON.parse(answer.text);
  expect(link).toEqual({
    src: expect.stringContaining(".m3u8"),
    mp4: expect.any(String),
    secondsLeft: 3_600,
  });
  expect(await statusOf(link.mp4)).toBe(200);
  await setRows(db, "sales", { consumer_id: beto.userId }, { status: "refunded" });
  expect((await ask(world, freshLink, { ...asked, cookie: beto.cookie })).status).toBe(404);
  await setRows(db, "sales", { consumer_id: beto.userId }, { status: "completed" });
});

test("a streamed video without an MP4 yet has HLS only", async () => {
  await setRows(db, "video_streams", { video_id: other }, { has_mp4: false });
  expect((await linksOf(ana, other)).mp4).toBeNull();
  await setRows(db, "video_streams", { video_id: other }, { has_mp4: true });
});

describe("switching the delivery", () => {
  const withUploads = (to: "on" | "off") => ({
    ...world,
    services: { ...services, env: { ...services.env, CLOUDFLARE_STREAM_UPLOADS: to } },
  });

  test("off sends new videos to the file store and plays streamed ones, and on again plays both", async () => {
    const off = withUploads("off");
    const stored = await publish(off, ana.userId, plainForm());
    expect(stored).toMatchObject({ cloudflare_video_id: null, video_url: expect.any(String) });
    expect(stored.published_at).not.toBeNull();
    for (const { services: now } of [off, withUploads("on")]) {
      expect(await playVideo(now, ana, video)).toMatchObject({ player: { kind: "stream" } });
      expect(await playVideo(now, ana, stored.id)).toMatchObject({ player: { kind: "file" } });
    }
    const { id } = await publish(withUploads("on"), ana.userId, plainForm());
    expect(await scene.row(id)).toMatchObject({ published_at: null, state: "waiting" });
  });

  test("to a server without the streaming service plays stored videos, and streamed ones are unavailable", async () => {
    const without = { ...services, streaming: undefined };
    const stored = await publish({ ...world, services: without }, ana.userId, plainForm());
    expect(await playVideo(without, ana, stored.id)).toMatchObject({ player: { kind: "file" } });
    expect(await playVideo(without, ana, video)).toMatchObject({ player: { kind: "unavailable" } });
    // The record of a file that cannot be removed stays.
    await expect(deleteVideo(without, { creatorId: ana.userId, videoId: other })).rejects.toThrow();
    expect(await playVideo(services, ana, other)).toMatchObject({ player: { kind: "stream" } });
  });
});

describe("deleting a streamed video", () => {
  test("removes the file first, and then the record", async () => {
    const caio = await scene.creator();
    const id = await onSale(caio.userId);
    expect(await deleteVideo(services, { creatorId: caio.userId, videoId: id })).toEqual({ ok: true });
    expect(await scene.left(caio.userId)).toEqual(nothingLeft);
  });

  test("hides the video during an outage and finishes afterwards", async () => {
    const caio = await scene.creator();
    const id = await onSale(caio.userId);
    const own = { creatorId: caio.userId, videoId: id };
    stream.setFault("api", "serverError");
    // It is unknown whether the file still exists, and a video on sale must play.
    expect(await deleteVideo(services, own)).toEqual({ ok: true, fileLeft: true });
    stream.setFault("api", undefined);
    expect(await playVideo(services, caio, id)).toEqual({ access: "notFound" });
    // Removed by someone else in the meantime, which counts as removed.
    await services.streaming?.remove((await scene.row(id)).cloudflare_video_id ?? "");
    world.advance(hour + 1);
    await finishDeletions(services);
    expect(await scene.left(caio.userId)).toEqual(nothingLeft);
  });

  test("is completed by the sweep after an interruption", async () => {
    const caio = await scene.creator();
    const id = await onSale(caio.userId);
    await hideOwnVideo(db, { creatorId: caio.userId, videoId: id, now: services.clock() });
    world.advance(hour + 1);
    await finishDeletions(services);
    expect((await scene.left(caio.userId)).rows).toEqual([]);
    expect((await scene.left(caio.userId)).streamed).toEqual([]);
  });
});
