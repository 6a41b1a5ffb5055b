/** A lesson that its creator sells only in courses: out of the shop for new buyers, unchanged for earlier ones. */
import { beforeAll, expect, test } from "vitest";
import { buyVideo } from "~/features/orders/checkout/buy-video.server";
import { pagesAt } from "../../support/browser";
import { startHttpWorld } from "../../support/http-app";
import { makeConsumer, makeCreator, makeSale, type Person } from "../../support/people";
import { addCoupon, addCourse, addVideo } from "../../support/rows";
import { readRow, readRows, setRows } from "../../support/tables";
import { findHtmlErrors } from "../../support/valid-html";

const { world, db, port } = await startHttpWorld();
let ana: Person;
let early: Person;
let courseId = "";
let lesson = "";
let coursePath = "";
let lessonPath = "";

const { get, post, postParts } = pagesAt(port);
const sell = (intent: "onlyInCourses" | "alsoAlone", person = ana, videoId = lesson) =>
  post(`/creator/courses/${courseId}`, person.cookie, { intent, videoId });
const isShown = async (path: string) => (await get(path)).body.includes(lessonPath);
const listed = async () => [await isShown("/marketplace"), await isShown("/marketplace?q=afinar")];
const located = async (path: string, cookie?: string) => (await get(path, cookie)).location;

beforeAll(async () => {
  ana = await makeCreator(world);
  early = await makeConsumer(world);
  lesson = await addVideo(db, ana.userId, { title: "Afinar o violino" });
  const other = await addVideo(db, ana.userId, { title: "Postura" });
  courseId = await addCourse(db, ana.userId, [lesson, other], { title: "Violino do zero" });
  coursePath = `/courses/violino-do-zero-${courseId.slice(0, 8)}`;
  lessonPath = `/videos/afinar-o-violino-${lesson.slice(0, 8)}`;
  await makeSale(world, early, lesson, "completed");
  expect(await listed()).toEqual([true, true]);
});

test("another creator cannot choose it, and a video that is no lesson of the course stays", async () => {
  const stranger = await makeCreator(world);
  expect((await sell("onlyInCourses", stranger)).status).toBe(404);
  const single = await addVideo(db, ana.userId, { title: "Sozinho" });
  await sell("onlyInCourses", ana, single);
  for (const id of [lesson, single])
    expect(await readRow(db, "videos", { id }, "sold_alone")).toEqual({ sold_alone: true });
});

test("it leaves the shop and cannot be bought or given alone; its address leads to the course", async () => {
  const shown = async () => [...(await listed()), await isShown("/sitemap.xml")];
  expect(await shown()).toEqual([true, true, true]);
  expect((await sell("onlyInCourses")).status).toBe(303);
  expect(await shown()).toEqual([false, false, false]);
  const studio = await get(`/creator/courses/${courseId}`, ana.cookie);
  expect(studio.body).toContain("Vender também avulso");
  expect(await findHtmlErrors(studio.body, "page")).toEqual([]);
  const page = await get(`${lessonPath}?lng=en`);
  expect([page.status, page.location]).toEqual([302, `${coursePath}?lng=en`]);
  expect((await get(coursePath)).body).toContain("Afinar o violino");
  const late = await makeConsumer(world);
  expect(await located(`/watch/${lesson}`, late.cookie)).toBe(coursePath);
  expect((await get(`/videos/${lesson}/gift`, late.cookie)).status).toBe(404);
  await addCoupon(db, { creatorId: ana.userId, now: new Date() });
  const pressed = await post(`/videos/${lesson}/checkout`, late.cookie, { price: "0", coupon: "LIVRE" });
  expect(pressed.location).toBe(`/watch/${lesson}`);
  const gift = { email: "a@example.com", message: null, deliverAt: null };
  for (const wish of [{}, { coupon: "LIVRE" }, { gift }])
    expect(await buyVideo(world.services, late, lesson, "pt", wish)).toEqual({
      ok: false,
      error: "onlyInCourse",
    });
  expect(await readRows(db, "sales", { consumer_id: late.userId }, "id")).toEqual([]);
  expect(await readRows(db, "access_grants", { user_id: late.userId }, "id")).toEqual([]);
});

test("the page of the course offers it nowhere alone", async () => {
  const page = (await get(coursePath)).body;
  expect(page).toContain("Afinar o violino");
  expect(page).not.toContain(lessonPath);
});

test("its creator chooses in its form, and is told before the last course that sells it is deleted", async () => {
  const form = { title: "Afinar o violino", description: "Em casa.", price: "49,90" };
  const edit = (selling: string) =>
    postParts(`/creator/videos/${lesson}/edit`, ana.cookie, { ...form, selling });
  expect((await get(`/creator/videos/${lesson}/edit`, ana.cookie)).body).toMatch(
    /value="inCourses"[^>]*checked|checked[^>]*value="inCourses"/,
  );
  expect((await get("/creator/videos", ana.cookie)).body).toContain("Só em cursos");
  const question = "1 vídeo vendido só neste curso volta a ser vendido sozinho";
  const asked = async () =>
    (await get(`/creator/videos/${courseId}/delete`, ana.cookie)).body.includes(question);
  expect(await asked()).toBe(true);
  expect((await edit("alone")).status).toBe(303);
  expect([await listed(), await asked()]).toEqual([[true, true], false]);
  expect((await edit("inCourses")).status).toBe(303);
  expect(await listed()).toEqual([false, false]);
  // A form without the choice keeps it; a video that is no lesson has no choice.
  expect((await edit("")).status).toBe(303);
  expect(await listed()).toEqual([false, false]);
  const single = await addVideo(db, ana.userId, { title: "Avulso" });
  expect((await get(`/creator/videos/${single}/edit`, ana.cookie)).body).not.toContain('value="inCourses"');
});

test("who bought it alone keeps it and pays the rest of the course; who buys the course gets it", async () => {
  expect((await get(`/watch/${lesson}`, early.cookie)).body).toContain(`/files/${ana.userId}/`);
  expect(await located(lessonPath, early.cookie)).toBe(`/watch/${lesson}`);
  expect((await get(coursePath, early.cookie)).body).toContain("Você já tem 1 aula");
  const late = await makeConsumer(world);
  await makeSale(world, late, courseId, "completed");
  expect((await get(`/watch/${lesson}?course=${courseId}`, late.cookie)).body).toContain(
    `/files/${ana.userId}/`,
  );
});

test("without a course for sale it is sold alone again", async () => {
  const suspend = (suspended_at: Date | null) => setRows(db, "videos", { id: courseId }, { suspended_at });
  await suspend(new Date());
  expect(await listed()).toEqual([true, true]);
  expect((await get("/creator/videos", ana.cookie)).body).toContain("nenhum curso à venda tem este vídeo");
  expect((await get(lessonPath)).status).toBe(200);
  await suspend(null);
  expect(await listed()).toEqual([false, false]);
  await sell("alsoAlone");
  expect(await listed()).toEqual([true, true]);
});
