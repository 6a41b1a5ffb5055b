/** Copies of videos whose files are at the streaming service. */
import { beforeAll, beforeEach, expect, test } from "vitest";
import { playVideo } from "~/features/playback/player/play-video.server";
import { allowOffline } from "~/features/videos/listing/offline-switch.queries.server";
import { checkStreams } from "~/features/videos/media/record-stream-status.server";
import { action as download } from "~/routes/learner/download";
import { ask } from "../../../support/ask";
import { makeConsumer, makeMp4, type Person } from "../../../support/people";
import { addCourse, addSale } from "../../../support/rows";
import { readRows } from "../../../support/tables";
import { startStreamScene } from "../../videos/media/stream-scene";

const scene = await startStreamScene();
const { stream, world } = scene;
const { services } = world;
const { db, clock } = services;
const bytes = 200_000;
let ana: string;
let beto: Person;

beforeAll(async () => {
  ({ userId: ana } = await scene.creator());
  beto = await makeConsumer(world);
});
beforeEach(() => scene.heal());

/** A video on sale at the service, whose MP4 was requested, bought, with its downloads allowed. */
async function onSale(): Promise<string> {
  const { id } = await scene.publish(ana, makeMp4(bytes));
  const isReady = () => stream.videos().at(-1)?.status.state === "ready";
  await expect.poll(isReady).toBe(true);
  world.advance(61_000);
  await checkStreams(services);
  await allowOffline(db, { creatorId: ana, productId: id, allowed: true });
  await addSale(db, { consumerId: beto.userId, videoId: id, now: clock() });
  return id;
}

async function askFor(videoId: string, form: Record<string, string> = {}, { cookie } = beto) {
  const path = `/watch/${videoId}/download`;
  const { status, text } = await ask(world, download, { path, params: { videoId }, form, cookie });
  expect(text).not.toContain((await scene.row(videoId)).cloudflare_video_id ?? "none");
  return { status, ...(JSON.parse(text) as { link: string; error?: string; lessons: { id: string }[] }) };
}

const sizes = (...heights: number[]) => ({
  status: 200,
  lessons: [{ sizes: heights.map((height) => ({ height, bytes })) }],
});

test("are its MP4 and its sound, from links of an hour that are read in parts, also without the service's API", async () => {
  const video = await onSale();
  await stream.settled();
  expect(await askFor(video)).toMatchObject(sizes(0));
  await stream.settled();
  expect(await askFor(video)).toMatchObject(sizes(-1, 0));
  stream.setFault("api", "cut");
  expect(await askFor(video)).toMatchObject(sizes(-1, 0));
  for (const [height, type] of [
    ["0", "video/mp4"],
    ["-1", "audio/mp4"],
  ] as const) {
    const copy = await askFor(video, { height });
    expect(copy).toMatchObject({ status: 200, bytes, type });
    const part = await fetch(copy.link, { headers: { Range: "bytes=150000-" } });
    expect([part.status, part.headers.get("content-type")]).toEqual([206, type]);
    expect((await part.arrayBuffer()).byteLength).toBe(bytes - 150_000);
    world.advance(3_601_000);
    expect((await fetch(copy.link)).status).toBe(401);
  }
  const logged = await readRows(db, "video_accesses", { video_id: video }, "place");
  expect(logged).toEqual([{ place: expect.stringMatching(/^copy:/) }]);
});

test("wait until the service has made the file, and a course is offered without them", async () => {
  const other = await onSale();
  await stream.settled();
  stream.hold("mp4");
  const video = await onSale();
  expect(await askFor(video)).toMatchObject({ status: 409, error: "preparing" });
  expect(await askFor(video, { height: "0" })).toMatchObject({ status: 409, error: "preparing" });
  const course = await addCourse(db, ana, [other, video]);
  await allowOffline(db, { creatorId: ana, productId: course, allowed: true });
  await addSale(db, { consumerId: beto.userId, videoId: course, now: clock() });
  expect((await askFor(course)).lessons.map(({ id }) => id)).toEqual([other]);
  stream.release();
  await stream.settled();
  expect(await askFor(video)).toMatchObject(sizes(-1, 0));
});

test("are none where the service could not make the file, and it is not asked again", async () => {
  stream.failDownloads(true);
  const video = await onSale();
  await stream.settled();
  expect(await askFor(video)).toMatchObject({ status: 403, error: "noFile" });
  stream.setFault("api", "hang");
  expect(await askFor(video)).toMatchObject({ status: 403, error: "noFile" });
  expect(await playVideo(services, beto, video)).toMatchObject({ access: "bought", offline: null });
});

test.each([
  ["api", "hang"],
  ["playback", "cut"],
] as const)("are refused for now while the service's %s is away", async (part, fault) => {
  const video = await onSale();
  await stream.settled();
  stream.setFault(part, fault);
  expect(await askFor(video)).toMatchObject({ status: 503, error: "unavailable" });
  stream.setFault(part, undefined);
  expect(await askFor(video)).toMatchObject({ status: 200, lessons: [{ id: video }] });
});
