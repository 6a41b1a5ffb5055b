/** Playback from the streaming service; each video keeps the delivery it was published with. */
import { beforeAll, describe, expect, test } from "vitest";
import type { Player } from "~/features/playback/player/make-player.server";
import { playVideo } from "~/features/playback/player/play-video.server";
import { deleteVideo } from "~/features/studio/own-videos/delete-video.server";
import { action as freshLink } from "~/routes/learner/watch-link";
import { ask } from "../../../support/ask";
import { makeConsumer, makeSale, type Person } from "../../../support/people";
import { setRows } from "../../../support/tables";
import { publish } from "../../../support/upload";
import { plainForm, startStreamScene } from "../../videos/media/stream-scene";

const scene = await startStreamScene();
const { world } = scene;
const { services } = world;
const { db } = services;

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
  video = await scene.onSale(ana.userId, { checks: 2 });
  other = await scene.onSale(ana.userId, { bytes: 100_000, checks: 2 });
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
