/** The watch page's endpoints: a new link, and the position. */
import { beforeAll, beforeEach, describe, expect, test } from "vitest";
import { listOwnVideos } from "~/features/studio/own-videos/own-videos.queries.server";
import * as placesRoute from "~/routes/learner/places";
import * as watch from "~/routes/learner/watch";
import * as againRoute from "~/routes/learner/watch-again";
import * as linkRoute from "~/routes/learner/watch-link";
import * as positionRoute from "~/routes/learner/watch-position";
import { ask } from "../support/ask";
import { breakStorage } from "../support/broken-storage";
import { makeConsumer, makeCreator, makeSale, makeVideo, type Person, signIn } from "../support/people";
import { addVideo } from "../support/rows";
import { addRows, readRow, readRows, setRows } from "../support/tables";
import { startTestWorld, type TestWorld } from "../support/test-services";

const world = await startTestWorld();
const { db } = world.services;
let ana: Person;
let video: string;
let buyer: Person;
let cookie: string;

beforeAll(async () => {
  ana = await makeCreator(world);
  video = await makeVideo(world, ana);
});

async function newBuyer(): Promise<{ person: Person; cookie: string }> {
  const person = await makeConsumer(world);
  await makeSale(world, person, video);
  return { person, cookie: await signIn(world, person.userId) };
}

beforeAll(async () => {
  ({ person: buyer, cookie } = await newBuyer());
});

interface Shown {
  access?: string;
  watched: number[][];
  isDone: boolean;
  startSeconds?: number;
  chapters?: { seconds: number; title: string }[];
  others?: { id: string }[];
  mark?: string;
}

/** Opens the watch page. */
const open = (videoId: string, as = cookie, query = "") =>
  ask(world, watch.loader, { path: `/watch/${videoId}${query}`, cookie: as });
const shown = async (...page: Parameters<typeof open>) => (await open(...page)).data as Shown;

const askLink = (videoId: string, as = cookie, given: TestWorld = world) =>
  ask(given, linkRoute.action, { path: `/watch/${videoId}/link`, method: "POST", cookie: as });

const report = (form: Record<string, string>, { videoId = video, as = cookie } = {}) =>
  ask(world, positionRoute.action, { path: `/watch/${videoId}/position`, form, cookie: as });

const tell = async (seconds: string, of: { videoId?: string; as?: string } = {}) =>
  (await report({ seconds }, of)).status;

async function progressOf(videoId: string, as = cookie) {
  const { watched, isDone } = await shown(videoId, as);
  return { watched, isDone };
}

const startsAt = async (as = cookie) => (await shown(video, as)).startSeconds;

const viewsOf = async (videoId: string) =>
  (await listOwnVideos(db, { creatorId: ana.userId })).rows.find(({ id }) => id === videoId)?.views;

test("a view by a buyer is counted and listed for the creator, and others and HEAD are not", async () => {
  const id = await makeVideo(world, ana);
  const someone = await makeConsumer(world);
  await makeSale(world, someone, id);
  await ask(world, watch.loader, { path: `/watch/${id}`, method: "HEAD", cookie: someone.cookie });
  await open(id, ana.cookie);
  await open(id);
  expect(await viewsOf(id)).toBe(0);
  await open(id, someone.cookie);
  await open(id, someone.cookie);
  expect(await viewsOf(id)).toBe(2);
});

describe("a renewed link", () => {
  test("is 404 for unknown videos and those without one: YouTube, and an old address elsewhere", async () => {
    const youtubeUrl = "https://youtu.be/dQw4w9WgXcQ";
    const linked = await makeVideo(world, ana, { source: "youtube", youtubeUrl });
    const old = await addVideo(db, ana.userId);
    const legacy = { video_type: "legacy", video_url: "https://cdn.example/old.mp4" } as const;
    await setRows(db, "videos", { id: old }, legacy);
    for (const id of [linked, old, "nada", crypto.randomUUID()])
      expect(await askLink(id, ana.cookie)).toMatchObject({ status: 404, text: "" });
  });

  test("that cannot be made is a 503, so that the player retries", async () => {
    const storage = breakStorage(world.services.storage, { operation: "signedUrl" });
    const broken = { ...world, services: { ...world.services, storage } };
    expect((await askLink(video, cookie, broken)).status).toBe(503);
  });
});

describe("the position in a video", () => {
  test("is restored on every device, for this person only, until they have completed the video", async () => {
    expect(await startsAt()).toBe(0);
    expect(await tell("754")).toBe(204);
    const elsewhere = await signIn(world, buyer.userId);
    expect(await startsAt(elsewhere)).toBe(754);
    expect(await tell("60", { as: elsewhere })).toBe(204);
    expect(await startsAt()).toBe(60);
    expect(await startsAt((await newBuyer()).cookie)).toBe(0);
    await tell("0");
    expect(await startsAt()).toBe(0);
  });

  test("is kept through a refund, and used again after another purchase", async () => {
    const { person, cookie: theirs } = await newBuyer();
    await tell("120", { as: theirs });
    await setRows(db, "sales", { consumer_id: person.userId }, { status: "refunded" });
    expect(await startsAt(theirs)).toBeUndefined();
    await makeSale(world, person, video);
    expect(await startsAt(theirs)).toBe(120);
  });
});

describe("the watched part of a video", () => {
  let lesson: string;
  beforeAll(async () => {
    lesson = await makeVideo(world, ana);
    await makeSale(world, buyer, lesson);
  });
  beforeEach(async () => {
    await db.deleteFrom("watch_positions").where("video_id", "=", lesson).execute();
    await setRows(db, "videos", { id: lesson }, { duration_seconds: 100 });
  });
  const tellAll = async (...forms: Record<string, string>[]) => {
    for (const form of forms) expect((await report(form, { videoId: lesson })).status).toBe(204);
    return progressOf(lesson);
  };

  test("is the union of the reported ranges of all devices", async () => {
    const parts = [
      { seconds: "10", watched: "10" },
      { seconds: "20", watched: "10" },
      { seconds: "15", watched: "10" },
      { seconds: "60", watched: "10" },
    ];
    const watched = [
      [0, 20],
      [50, 60],
    ];
    expect(await tellAll(...parts)).toEqual({ watched, isDone: false });
    expect(await progressOf(lesson, await signIn(world, buyer.userId))).toEqual({ watched, isDone: false });
    expect((await progressOf(lesson, ana.cookie)).watched).toEqual([]);
  });

  test("completes a video of unknown length when the player reports its end", async () => {
    await setRows(db, "videos", { id: lesson }, { duration_seconds: null });
    expect((await tellAll({ seconds: "0", watched: "12", at: "12" })).isDone).toBe(false);
    expect((await tellAll({ seconds: "0", done: "1" })).isDone).toBe(true);
  });

  test("does not complete it again after it was marked as not completed, until the player reports the end", async () => {
    expect((await tellAll({ seconds: "96", watched: "96" })).isDone).toBe(true);
    await report({ done: "0" }, { videoId: lesson });
    expect(await progressOf(lesson)).toEqual({ watched: [[0, 96]], isDone: false });
    expect((await tellAll({ seconds: "97", watched: "1" })).isDone).toBe(false);
    expect((await tellAll({ seconds: "0", watched: "3", at: "100", done: "1" })).isDone).toBe(true);
  });

  test("begins again, and keeps what was reached", async () => {
    await tellAll({ seconds: "96", watched: "96" });
    const row = () => readRow(db, "watch_positions", { video_id: lesson });
    const { done_at } = await row();
    const again = (as = cookie, intent = "reset") =>
      ask(world, againRoute.action, {
        path: `/courses/${lesson}/progress`,
        form: { intent },
        cookie: as,
      });
    expect((await again((await newBuyer()).cookie)).status).toBe(404);
    expect((await again(cookie, "other")).status).toBe(400);
    expect(await again()).toMatchObject({ status: 303, location: `/watch/${lesson}` });
    expect(await progressOf(lesson)).toEqual({ watched: [], isDone: false });
    expect(await row()).toMatchObject({ seconds: 0, reached: "{[0,96)}", first_done_at: done_at });
    expect((await tellAll({ seconds: "96", watched: "96" })).isDone).toBe(true);
    expect((await row()).first_done_at).toEqual(done_at);
  });

  test("has a limited number of ranges, beyond which existing ones still grow", async () => {
    const ranges = Array.from({ length: 250 }, (_, part) => `[${10_000 + part * 4},${10_002 + part * 4})`);
    const full = { user_id: buyer.userId, video_id: lesson, seconds: 1, watched: `{${ranges.join(",")}}` };
    await addRows(db, "watch_positions", full);
    expect((await tellAll({ seconds: "5000", watched: "10" })).watched).toHaveLength(250);
    const { watched } = await tellAll({ seconds: "10004", watched: "2" });
    expect(watched).toHaveLength(249);
    expect(watched[0]).toEqual([10_000, 10_006]);
  });
});

test("a form marks a video as completed and unmarks it, and returns to the video; what was watched stays", async () => {
  const { cookie: as } = await newBuyer();
  const back = { status: 303, location: `/watch/${video}` };
  expect(await report({ done: "1" }, { as })).toMatchObject(back);
  expect(await progressOf(video, as)).toEqual({ watched: [], isDone: true });
  await report({ seconds: "20", watched: "20" }, { as });
  expect(await report({ done: "0" }, { as })).toMatchObject(back);
  expect(await progressOf(video, as)).toEqual({ watched: [[0, 20]], isDone: false });
});

describe("a link to a moment of the video", () => {
  test.each([
    ["?t=65", 65],
    ["?t=0", 0],
    ["?t=604800", 604_800],
    ["?t=65&t=90", 65],
    ["?lng=en&t=7", 7],
  ])("%s takes precedence over the position where the viewer stopped", async (query, seconds) => {
    await tell("90");
    expect((await shown(video, cookie, query)).startSeconds).toBe(seconds);
    expect(await startsAt()).toBe(90);
  });

  test("is not counted as another view", async () => {
    const id = await makeVideo(world, ana);
    await makeSale(world, buyer, id);
    await open(id);
    await open(id, cookie, "?t=65");
    expect(await viewsOf(id)).toBe(1);
  });

  test("is offered with chapters only to those who may watch", async () => {
    const id = await makeVideo(world, ana);
    const description = "0:00 Abertura\n1:05 Acordes\n2:10 Batida";
    await setRows(db, "videos", { id }, { description });
    const chapters = [
      { seconds: 0, title: "Abertura" },
      { seconds: 65, title: "Acordes" },
      { seconds: 130, title: "Batida" },
    ];
    expect((await shown(id, ana.cookie, "?t=65")).chapters).toEqual(chapters);
    const locked = await shown(id, cookie, "?t=65");
    expect(locked).not.toHaveProperty("chapters");
    expect(locked).not.toHaveProperty("startSeconds");
    await makeSale(world, buyer, id);
    expect((await shown(id)).chapters).toEqual(chapters);
    await setRows(db, "videos", { id }, { duration_seconds: 100 });
    expect((await shown(id)).chapters).toEqual([]);
  });
});

test("the watch page lists the creator's other videos that the buyer does not have", async () => {
  const teacher = await makeCreator(world);
  const [bought, also] = [await makeVideo(world, teacher), await makeVideo(world, teacher)];
  const other = await makeVideo(world, teacher);
  await makeSale(world, buyer, bought);
  await makeSale(world, buyer, also);
  const { others } = await shown(bought);
  expect(others?.map(({ id }) => id)).toEqual([other]);
  expect(JSON.stringify(others)).not.toMatch(/creator_id|video_url/);
});

describe("concurrent players of one person", () => {
  /** Four browsers of one buyer, each with a session of its own, and a video that they bought. */
  async function household() {
    const person = await makeConsumer(world);
    const videoId = await makeVideo(world, await makeCreator(world));
    await makeSale(world, person, videoId);
    const cookies: string[] = [];
    for (let at = 0; at < 4; at += 1) cookies.push(await signIn(world, person.userId));
    const enter = async (as = "") => {
      const { location, data } = await open(videoId, as);
      return location ?? (data as Shown).access;
    };
    const play = (as = "") => tell("10", { videoId, as });
    return { person, videoId, cookies, enter, play };
  }

  test("beyond three are sent to a page that names the others, and get no link before it stops them", async () => {
    const { person, videoId, cookies, enter, play } = await household();
    const [first, second, third, fourth = ""] = cookies;
    for (const as of [first, second, third]) {
      expect(await enter(as)).toBe("bought");
      expect(await play(as)).toBe(204);
    }
    expect(await enter(fourth)).toBe(`/watch/${videoId}/places`);
    expect((await askLink(videoId, fourth)).status).toBe(404);
    const path = `/watch/${videoId}/places`;
    // A lesson goes on beside the others of its course.
    const course = `?course=${crypto.randomUUID()}`;
    expect((await open(videoId, fourth, course)).location).toBe(path + course);
    const page = await ask(world, placesRoute.loader, { path, cookie: fourth });
    expect((page.data as { places: unknown[] }).places).toHaveLength(3);
    expect(JSON.stringify(page.data)).not.toContain('place":');

    const stop = { path: path + course, form: { intent: "stop" }, cookie: fourth };
    const stopped = await ask(world, placesRoute.action, stop);
    expect(stopped).toMatchObject({ status: 303, location: `/watch/${videoId}${course}` });
    expect(await enter(fourth)).toBe("bought");
    expect(await play(fourth)).toBe(204);
    for (const as of [first, second, third]) expect(await play(as)).toBe(409);
    expect((await askLink(videoId, first)).status).toBe(404);
    // Opened anew, a stopped place may play again as long as there is room.
    expect(await enter(first)).toBe("bought");
    expect(await play(first)).toBe(204);
    const rows = await readRows(db, "video_accesses", { user_id: person.userId }, "stopped_at");
    expect(rows.filter(({ stopped_at }) => stopped_at)).toHaveLength(3);
  });

  test("without a sign of life for a minute no longer count", async () => {
    const { person, cookies, enter } = await household();
    const [first, second, third, fourth] = cookies;
    for (const as of [first, second, third]) expect(await enter(as)).toBe("bought");
    await db
      .updateTable("video_accesses")
      .set({ opened_at: new Date(0), last_at: new Date(Date.now() - 61_000) })
      .where("user_id", "=", person.userId)
      .execute();
    expect(await enter(fourth)).toBe("bought");
  });

  test("are not counted for the creator, and are stopped only by the right form", async () => {
    const teacher = await makeCreator(world);
    const id = await makeVideo(world, teacher);
    expect(await tell("10", { videoId: id, as: teacher.cookie })).toBe(204);
    const rows = await readRows(db, "video_accesses", { user_id: teacher.userId }, "id");
    expect(rows).toEqual([]);
    const path = `/watch/${id}/places`;
    const form = { intent: "nothing" };
    expect((await ask(world, placesRoute.action, { path, form, cookie: teacher.cookie })).status).toBe(400);
  });

  test("are stopped by nobody else", async () => {
    const { videoId, cookies, enter, play } = await household();
    const [first] = cookies;
    await enter(first);
    const path = `/watch/${videoId}/places`;
    await ask(world, placesRoute.action, { path, form: { intent: "stop" }, cookie });
    expect(await play(first)).toBe(204);
  });

  test("show the creator's watermark, with the masked address and the purchase number, only if it is enabled", async () => {
    const teacher = await makeCreator(world);
    const videoId = await makeVideo(world, teacher);
    const { person, cookie: theirs } = await newBuyer();
    await makeSale(world, person, videoId);
    const mark = async () => (await shown(videoId, theirs)).mark;
    expect(await mark()).toBeUndefined();
    await setRows(db, "creator_profiles", { user_id: teacher.userId }, { marks_playback: true });
    expect(await mark()).toMatch(/^.….?@.….* · SB-/);
    expect(await mark()).not.toContain(person.email);
  });
});
