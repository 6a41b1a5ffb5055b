/** Videos saved for later: in a browser, in an account, and the mail about a lower price. */
import { sql } from "kysely";
import { beforeAll, beforeEach, describe, expect, test } from "vitest";
import { tellPriceFall, writePriceFell } from "~/features/shop/catalog/price-falls.server";
import { joinSaved } from "~/features/shop/catalog/save-video.server";
import { maxSaved, maxSavedInBrowser } from "~/features/shop/catalog/saved-videos.queries.server";
import { serverTexts } from "~/i18n/i18next.server";
import * as creatorCourse from "~/routes/creator/course";
import * as editVideo from "~/routes/creator/edit-video";
import * as saved from "~/routes/learner/saved";
import { ask, cookiesOf, makeContext, makeRequest } from "../../../support/ask";
import { listJobs } from "../../../support/jobs";
import { makeConsumer, makeCreator, type Person, signIn } from "../../../support/people";
import { addCourse, addSale, addVideo } from "../../../support/rows";
import { readInOrder, setRows } from "../../../support/tables";
import { startTestWorld } from "../../../support/test-services";
import { textParts } from "../../../support/upload";

const world = await startTestWorld();
const { db } = world.services;
let ana: Person;
let beto: Person;
let video: string;

beforeAll(async () => {
  ana = await makeCreator(world);
});
beforeEach(async () => {
  beto = await makeConsumer(world);
  video = await addVideo(db, ana.userId);
});

const send = (intent: string, productId: string, cookie = "") =>
  ask(world, saved.action, { path: "/saved", form: { intent, productId }, cookie });
const read = async (cookie = "") =>
  (await ask(world, saved.loader, { path: "/saved", cookie })).data as {
    videos: { id: string }[];
    inCourses: { id: string; isOwned: boolean; courses: { path: string; text: string }[] }[];
  };
const list = async (cookie?: string) => (await read(cookie)).videos.map(({ id }) => id);
const join = (cookie: string) =>
  joinSaved(makeContext(world), makeRequest({ path: "/", cookie }), beto.userId);

test("saved videos without an account are saved by the browser, listed newest first, removed, and merged into the account that signs in", async () => {
  const second = await addVideo(db, ana.userId);
  const first = cookiesOf(await send("save", video));
  const both = cookiesOf(await send("save", second, first));
  expect(await list(both)).toEqual([second, video]);
  const again = cookiesOf(await send("save", video, both));
  expect(await list(again)).toEqual([video, second]);
  expect(await list(cookiesOf(await send("drop", video, again)))).toEqual([second]);
  const [emptied = ""] = await join(both);
  expect(emptied).toMatch(/^sabia-saved=.*Max-Age=0/);
  expect(await list(beto.cookie)).toEqual([second, video]);
  expect(await list()).toEqual([]);
});

test("saved videos without an account ignore an altered cookie, and report the browser's limit", async () => {
  const cookie = cookiesOf(await send("save", video));
  expect(await list(cookie.replace("sabia-saved=", "sabia-saved=x"))).toEqual([]);
  let full = "";
  for (let n = 0; n < maxSavedInBrowser; n += 1)
    full = cookiesOf(await send("save", await addVideo(db, ana.userId), full));
  expect(await send("save", video, full)).toMatchObject({
    location: "/saved",
    flash: { title: "saved.full" },
  });
  const before = await list(full);
  expect(before).toHaveLength(maxSavedInBrowser);
  // One that nobody can buy any more makes room.
  await setRows(db, "videos", { id: before[3] ?? "" }, { deleted_at: new Date() });
  const after = await list(cookiesOf(await send("save", video, full)));
  expect(after).toEqual([video, ...before.filter((_, at) => at !== 3)]);
});

test("saved videos in an account are stored once, listed while for sale, removed, and private", async () => {
  await send("save", video, beto.cookie);
  await send("save", video, beto.cookie);
  expect(await list(beto.cookie)).toEqual([video]);
  expect(await list((await makeConsumer(world)).cookie)).toEqual([]);
  await setRows(db, "videos", { id: video }, { suspended_at: new Date() });
  expect(await list(beto.cookie)).toEqual([]);
  await setRows(db, "videos", { id: video }, { suspended_at: null });
  await send("drop", video, beto.cookie);
  expect(await list(beto.cookie)).toEqual([]);
});

test("saved videos in an account are as many as the limit, without those that are not for sale", async () => {
  const fill = async () => {
    const ids: string[] = [];
    for (let n = 0; n < maxSaved; n += 1) ids.push(await addVideo(db, ana.userId));
    await sql`INSERT INTO saved_videos (user_id, video_id, price_cents, saved_at)
        SELECT ${beto.userId}, id, 4990, now() FROM unnest(${ids}::uuid[]) AS id`.execute(db);
    return ids;
  };
  const close = (ids: string[]) =>
    db.updateTable("videos").set({ deleted_at: new Date() }).where("id", "in", ids).execute();
  const isFull = { location: "/saved", flash: { title: "saved.full" } };
  const ids = await fill();
  expect(await send("save", video, beto.cookie)).toMatchObject(isFull);
  await close(ids.slice(0, 1));
  // Eight at once pass the limit no more than one after another.
  const others = await Promise.all(Array.from({ length: 8 }, () => addVideo(db, ana.userId)));
  await Promise.all(others.map((id) => send("save", id, beto.cookie)));
  const [added = "", ...rest] = (await list(beto.cookie)).filter((id) => others.includes(id));
  expect(rest).toEqual([]);
  await send("drop", added, beto.cookie);
  await send("save", video, beto.cookie);
  expect(await list(beto.cookie)).toContain(video);
  expect(await send("save", await addVideo(db, ana.userId), beto.cookie)).toMatchObject(isFull);
  // Those that are not for sale stay saved, up to as many again.
  await send("drop", video, beto.cookie);
  await close([...ids, ...(await fill())]);
  expect(await send("save", video, beto.cookie)).toMatchObject(isFull);
});

test("saved videos in an account exclude videos that are not for sale, and the creator's own", async () => {
  const hidden = await addVideo(db, ana.userId, { published: false });
  expect(await send("save", hidden, beto.cookie)).toMatchObject({ status: 404 });
  expect(await send("save", "abc", beto.cookie)).toMatchObject({ status: 400 });
  expect(await send("other", video, beto.cookie)).toMatchObject({ status: 400 });
  await send("save", video, ana.cookie);
  expect(await list(ana.cookie)).toEqual([]);
});

describe("saved videos that are sold only in courses by now", () => {
  const sellAlone = (sold_alone: boolean) => setRows(db, "videos", { id: video }, { sold_alone });
  const inCourses = async (cookie?: string) => (await read(cookie)).inCourses;

  test("are listed with their course, in an account and in a browser, until they are removed", async () => {
    await send("save", video, beto.cookie);
    const browser = cookiesOf(await send("save", video));
    const courseId = await addCourse(db, ana.userId, [video, await addVideo(db, ana.userId)]);
    expect(await inCourses(beto.cookie)).toEqual([]);
    await sellAlone(false);
    expect([await list(beto.cookie), await list(browser)]).toEqual([[], []]);
    const course = {
      path: `/courses/curso-${courseId.slice(0, 8)}`,
      text: expect.stringMatching(/Curso: 2 aulas/),
    };
    const shown = [{ id: video, isOwned: false, courses: [course] }];
    expect(await inCourses(beto.cookie)).toMatchObject(shown);
    expect(await inCourses(browser)).toMatchObject(shown);
    expect(await inCourses((await makeConsumer(world)).cookie)).toEqual([]);
    await addSale(db, { consumerId: beto.userId, videoId: courseId });
    expect(await inCourses(beto.cookie)).toMatchObject([{ isOwned: true }]);
    await send("drop", video, beto.cookie);
    expect(await inCourses(beto.cookie)).toEqual([]);
  });
});

describe("the mail about a lower price", () => {
  const setPrice = (cents: number) => setRows(db, "videos", { id: video }, { price_cents: cents });
  const mails = async () =>
    (await readInOrder(db, "mails", { user_id: beto.userId, kind: "priceFell" }, ["id"], "facts")).length;
  const jobs = async () => (await listJobs(db, { task: "tell-price-fall", about: video })).length;
  const fall = async (cents: number) => {
    await setPrice(cents);
    await tellPriceFall(world.services, { videoId: video });
    return mails();
  };

  const write = async (userId: string) =>
    writePriceFell(
      { id: "1", userId, saleId: null, facts: { videoId: video, beforeCents: 4990 } },
      {
        db,
        texts: { locale: "pt", text: serverTexts.pt },
        appUrl: "http://localhost",
        secret: "secret of a test",
        now: new Date(),
        urlOf: (path) => path,
      },
    );

  test("is sent once, and again only if the price falls clearly more a week later", async () => {
    await send("save", video, beto.cookie);
    expect(await fall(4900)).toBe(0);
    expect(await fall(4000)).toBe(1);
    expect(await fall(4000)).toBe(1);
    expect(await fall(3000)).toBe(1);
    world.advance(8 * 86_400_000);
    expect(await fall(6000)).toBe(1);
    expect(await fall(3000)).toBe(2);
  });

  test("is sent after the edit of the price", async () => {
    // Ana's session ended in the days that passed above.
    const cookie = await signIn(world, ana.userId);
    const edit = (price: string) =>
      ask(world, editVideo.action, {
        path: `/creator/videos/${video}/edit`,
        parts: textParts({ source: undefined, price }),
        cookie,
      });
    expect(await edit("60,00")).toMatchObject({ status: 303, location: "/creator/videos" });
    expect(await jobs()).toBe(0);
    expect(await edit("40,00")).toMatchObject({ status: 303, location: "/creator/videos" });
    expect(await jobs()).toBe(1);
  });

  test("waits while the video is sold only in courses, and is sent once it is sold alone again", async () => {
    await send("save", video, beto.cookie);
    const courseId = await addCourse(db, ana.userId, [video, await addVideo(db, ana.userId)]);
    const cookie = await signIn(world, ana.userId);
    const path = `/creator/courses/${courseId}`;
    const choose = (intent: string) =>
      ask(world, creatorCourse.action, { path, form: { intent, videoId: video }, cookie });
    await choose("onlyInCourses");
    expect([await jobs(), await fall(2000)]).toEqual([0, 0]);
    await choose("alsoAlone");
    expect([await jobs(), await fall(2000)]).toEqual([1, 1]);
  });

  test("is not sent to a person who has the video by a course", async () => {
    await send("save", video, beto.cookie);
    await setPrice(2500);
    const courseId = await addCourse(db, ana.userId, [video, await addVideo(db, ana.userId)]);
    expect(await write(beto.userId)).toBeDefined();
    await addSale(db, { consumerId: beto.userId, videoId: courseId });
    expect(await write(beto.userId)).toBeUndefined();
  });

  test("says that the video is free now, with the price before", async () => {
    await send("save", video, beto.cookie);
    expect(await fall(0)).toBe(1);
    const mail = await write(beto.userId);
    expect(mail).toMatchObject({ title: serverTexts.pt("buyerMails.priceFell.freeTitle") });
    expect(JSON.stringify(mail)).toContain("R$\u00a049,90");
    expect(JSON.stringify(mail)).not.toContain("R$\u00a00,00");
  });

  test("is not sent to a person who bought or removed the video, or after the price rose again", async () => {
    await send("save", video, beto.cookie);
    expect(await write(beto.userId)).toBeUndefined();
    await setPrice(2500);
    expect(await write(beto.userId)).toMatchObject({ title: "O preço caiu para R$\u00a025,00" });
    expect(await write((await makeConsumer(world)).userId)).toBeUndefined();
    await addSale(db, { consumerId: beto.userId, videoId: video });
    expect(await write(beto.userId)).toBeUndefined();
  });
});
