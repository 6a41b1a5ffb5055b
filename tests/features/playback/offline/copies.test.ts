import { beforeAll, beforeEach, expect, test } from "vitest";
import { takeCopy } from "~/features/playback/offline/copies.queries.server";
import { allowOffline } from "~/features/videos/listing/offline-switch.queries.server";
import { action as download } from "~/routes/learner/download";
import { action as contact } from "~/routes/learner/downloads";
import { action as position } from "~/routes/learner/watch-position";
import { ask } from "../../../support/ask";
import {
  allowVideos,
  makeConsumer,
  makeCreator,
  makeVideo,
  type Person,
  signIn,
} from "../../../support/people";
import { addSale, addVideo } from "../../../support/rows";
import { addRows, findRow, readRow, readRows, setRows } from "../../../support/tables";
import { startTestWorld } from "../../../support/test-services";

const world = await startTestWorld();
const { services } = world;
const { db, clock } = services;
let ana: Person;
let beto: Person;
let video: string;

beforeAll(async () => {
  ana = await makeCreator(world);
  await allowVideos(services, ana.userId);
});

beforeEach(async () => {
  video = await makeVideo(world, ana);
  beto = await makeConsumer(world);
  await addSale(db, { consumerId: beto.userId, videoId: video, now: clock() });
});

async function askFor(form: Record<string, string>, { cookie = beto.cookie, of = video } = {}) {
  const path = `/watch/${of}/download`;
  const { status, text } = await ask(world, download, { path, params: { videoId: of }, form, cookie });
  return { status, ...(JSON.parse(text) as { id: string; half: string; until: number; error: string }) };
}

async function renew(ids: string[], cookie = beto.cookie) {
  const { text } = await ask(world, contact, { path: "/downloads", form: { copies: ids.join() }, cookie });
  return (JSON.parse(text) as { copies: { id: string; half: string; position: number }[] }).copies;
}

const report = (reports: string) =>
  ask(world, position, { path: `/watch/${video}/position`, form: { reports }, cookie: beto.cookie });

const watched = () => findRow(db, "watch_positions", { user_id: beto.userId, video_id: video });

test("a copy that is asked for twice at once is one, logged once as delivery, with the same half of its key", async () => {
  const [one, two] = await Promise.all([askFor({ height: "0" }), askFor({ height: "0" })]);
  expect(one).toMatchObject({ status: 200, bytes: 4_000, until: clock().getTime() + 14 * 86_400_000 });
  expect(two).toMatchObject({ id: one.id, half: one.half });
  const logged = await readRows(db, "video_accesses", { user_id: beto.userId }, "place");
  expect(logged).toEqual([{ place: `copy:${one.id.slice(0, 8)}` }]);
  expect(await renew([one.id])).toEqual([{ id: one.id, half: one.half, position: 0, notes: [] }]);
});

test("a copy is refused without access, where the creator does not allow it, and without a stored file", async () => {
  const stranger = await makeConsumer(world);
  const forms: Record<string, string>[] = [{}, { height: "0" }];
  for (const form of forms)
    expect(await askFor(form, stranger)).toEqual({ status: 403, error: "mayNotWatch" });
  const youtubeUrl = "https://youtu.be/dQw4w9WgXcQ";
  const linked = await makeVideo(world, ana, { source: "youtube", youtubeUrl });
  expect(await askFor({}, { cookie: ana.cookie, of: linked })).toEqual({ status: 403, error: "noFile" });
  const { id } = await askFor({ height: "0" });
  await allowOffline(db, { creatorId: ana.userId, productId: video, allowed: false });
  for (const form of forms) expect(await askFor(form)).toEqual({ status: 403, error: "refused" });
  expect(await renew([id])).toEqual([]);
});

test("a copy ends at the next contact after a refund, and is nobody else's", async () => {
  const { id } = await askFor({ height: "0" });
  expect(await renew([id], (await makeConsumer(world)).cookie)).toEqual([]);
  expect(await renew([id])).toHaveLength(1);
  await setRows(db, "sales", { consumer_id: beto.userId }, { status: "refunded" });
  expect(await renew([id])).toEqual([]);
});

test("a copy has its learner's notes, and no one else's", async () => {
  const { id } = await askFor({ height: "0" });
  const written = { video_id: video, second: 62, created_at: clock(), updated_at: clock() };
  await addRows(db, "notes", [
    { ...written, user_id: beto.userId, text: "Sol" },
    { ...written, user_id: ana.userId, text: "Dó" },
  ]);
  expect(await renew([id])).toMatchObject([{ notes: [{ second: 62, text: "Sol" }] }]);
  expect(await askFor({ height: "0" })).toMatchObject({ notes: [{ text: "Sol" }], owner: beto.userId });
});

test("a copy is kept on two devices, not on a third, until one of them signs out", async () => {
  const [second, third] = [await signIn(world, beto.userId), await signIn(world, beto.userId)];
  const { id } = await askFor({ height: "0" });
  const answers = await Promise.all([second, third].map((cookie) => askFor({ height: "0" }, { cookie })));
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
  const refused = answers[0]?.status === 409 ? second : third;
  expect(await renew([id], refused)).toEqual([]);
  const { place } = await readRow(db, "device_copies", { id }, "place");
  await db.deleteFrom("sessions").where("id_hash", "like", `${place}%`).execute();
  // Somebody who signs in again on the first device has its copies.
  expect(await renew([id], refused)).toHaveLength(1);
});

test("a copy is one of twenty on a device, also where more are asked for at once", async () => {
  const videos = await Promise.all(Array.from({ length: 21 }, () => addVideo(db, ana.userId)));
  const where = { userId: beto.userId, place: "phone", address: null, device: null, now: clock() };
  const taken = await Promise.all(videos.map((videoId) => takeCopy(db, { ...where, videoId })));
  expect(taken.filter(({ ok }) => !ok)).toEqual([{ ok: false, error: "full" }]);
});

test("what was watched offline is added once to the watched parts; the newest position wins, and no clock is ahead", async () => {
  const [id, other, ahead] = [crypto.randomUUID(), crypto.randomUUID(), crypto.randomUUID()];
  const time = new Date(clock().getTime() - 60_000).toISOString();
  const earlier = new Date(clock().getTime() - 3_600_000).toISOString();
  const first = { id, time, seconds: 40, watched: 40, at: 40 };
  const second = { id: other, time: earlier, seconds: 90, watched: 10 };
  expect((await report(JSON.stringify([first, second]))).status).toBe(204);
  expect(await watched()).toMatchObject({ seconds: 40, watched_seconds: 50 });
  await setRows(db, "watch_positions", { video_id: video }, { watched: "{}" });
  expect((await report(JSON.stringify([first]))).status).toBe(204);
  expect(await watched()).toMatchObject({ seconds: 40, watched_seconds: 0 });
  const nextYear = new Date(clock().getTime() + 365 * 86_400_000).toISOString();
  await report(JSON.stringify([{ id: ahead, time: nextYear, seconds: 7 }]));
  expect(await watched()).toMatchObject({ seconds: 7, updated_at: clock() });
});

test.each(["{", "[]x", '[{"id":"1"}]', JSON.stringify(Array(51).fill({}))])(
  "what was watched offline is refused as %s",
  async (reports) => {
    expect((await report(reports)).status).toBe(400);
  },
);
