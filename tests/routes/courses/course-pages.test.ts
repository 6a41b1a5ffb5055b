/** A course from its creator's form to its buyer, over HTTP: pages, free lessons, and what nobody may learn. */
import { Readable } from "node:stream";
import { beforeAll, expect, test } from "vitest";
import { type Form, pagesAt, send } from "../../support/browser";
import { startHttpWorld } from "../../support/http-app";
import { makeConsumer, makeCreator, makeSale, type Person } from "../../support/people";
import { addCourse, addVideo } from "../../support/rows";
import { readRow, readRows, setRows } from "../../support/tables";
import { appUrl } from "../../support/test-services";
import { findHtmlErrors } from "../../support/valid-html";

const { world, db, port, app } = await startHttpWorld();
const content = "bytes of a lesson";
let ana: Person;
let buyer: Person;
let courseId = "";
const lessons: string[] = [];

const { get, post } = pagesAt(port);
const changeCourse = (form: Form) => post(`/creator/courses/${courseId}`, ana.cookie, form);
const coursePath = () => `/courses/violao-do-zero-${courseId.slice(0, 8)}`;
const textOf = async (path: string, cookie?: string) =>
  (await get(path, cookie)).body.replaceAll("\u00a0", " ");

beforeAll(async () => {
  ana = await makeCreator(world);
  buyer = await makeConsumer(world);
  for (const title of ["Conheça o violão", "Afinar", "Postura"]) {
    const id = await addVideo(db, ana.userId, { title });
    await world.services.storage.put(`${ana.userId}/${id}.mp4`, Readable.from([Buffer.from(content)]));
    await setRows(db, "videos", { id }, { duration_seconds: 600 });
    lessons.push(id);
  }
  const course = { title: "Violão do zero", description: "Do primeiro acorde.", price: "149,00" };
  const made = await post("/creator/courses", ana.cookie, course);
  courseId = made.location?.split("/").at(-1) ?? "";
  const [first = "", second = "", third = ""] = lessons;
  await changeCourse([
    ["intent", "add"],
    ["newSection", "Comece sem medo"],
    ["videos", first],
    ["videos", second],
  ]);
  await changeCourse({ intent: "add", newSection: "Ritmo", videos: third });
  await changeCourse({ intent: "free", videoId: first });
  expect((await changeCourse({ intent: "publish" })).location).toBe(`/creator/courses/${courseId}`);
});

test("the page of a course lists its sections, lengths and free lessons to everyone", async () => {
  const moved = await get(`/videos/${courseId}`);
  expect([moved.status, moved.location]).toEqual([301, `/courses/${courseId}`]);
  expect((await get(`/courses/${courseId}`)).location).toBe(coursePath());
  const page = await get(coursePath());
  expect(page.status).toBe(200);
  for (const text of ["Comece sem medo", "Ritmo", "3 aulas", "30 min", "Afinar", "R$ 149,00"])
    expect(page.body.replaceAll("\u00a0", " ")).toContain(text);
  expect(page.body).toContain(`/courses/${courseId}/lessons/${lessons[0]}`);
  expect(page.body).not.toContain(`/courses/${courseId}/lessons/${lessons[1]}`);
  expect(await findHtmlErrors(page.body, "page")).toEqual([]);
  const english = await get(`${coursePath()}?lng=en`);
  expect(english.body).toContain("3 lessons");
  expect(await findHtmlErrors(english.body, "page")).toEqual([]);
});

test("the page of a course reports a price that rose since it was opened", async () => {
  const risen = await textOf(`${coursePath()}?was=9900`);
  expect(risen).toContain("O preço mudou de R$ 99,00 para R$ 149,00");
  expect(await textOf(`${coursePath()}?was=14900`)).not.toContain("O preço mudou");
});

test("a free lesson plays without an account, and the others reveal their location to nobody", async () => {
  const page = await get(`/courses/${courseId}/lessons/${lessons[0]}`);
  expect(page.status).toBe(200);
  expect(await findHtmlErrors(page.body, "page")).toEqual([]);
  const link = /src="([^"]*\/files\/[^"]*)"/.exec(page.body)?.[1]?.replaceAll("&amp;", "&") ?? "";
  const file = await get(link.replace(appUrl, ""));
  expect([file.status, file.body]).toEqual([200, content]);
  expect(page.body).toContain('preload="metadata"');
  const saving = await send(port, {
    path: `/courses/${courseId}/lessons/${lessons[0]}`,
    headers: { "Save-Data": "on" },
  });
  expect(saving.body).toContain('preload="none"');
  for (const locked of lessons.slice(1)) {
    expect((await get(`/courses/${courseId}/lessons/${locked}`)).location).toContain(coursePath());
    for (const shown of [page.body, (await get(coursePath())).body])
      expect(shown).not.toContain(`${ana.userId}/${locked}`);
  }
  // The link of a lesson that is no longer free leads to the course.
  const [videoId = ""] = lessons;
  await changeCourse({ intent: "notFree", videoId });
  const moved = await get(`/courses/${courseId}/lessons/${videoId}`);
  expect([moved.status, moved.location]).toEqual([303, expect.stringContaining(coursePath())]);
  expect((await get(`/courses/${courseId}/lessons/${courseId}`)).status).toBe(404);
  await changeCourse({ intent: "free", videoId });
});

test("a single video names the course that contains it", async () => {
  const page = await get(`/videos/afinar-${lessons[1]?.slice(0, 8)}`);
  expect(page.body).toContain("Faz parte do curso");
  expect(page.body).toContain(coursePath());
});

test("the buyer of a course watches its lessons, which are marked as theirs", async () => {
  await makeSale(world, buyer, courseId, "completed");
  const start = await get(`/watch/${courseId}`, buyer.cookie);
  expect(start.location).toContain(`/watch/${lessons[0]}?course=${courseId}`);
  for (const lesson of lessons) {
    const watched = await get(`/watch/${lesson}`, buyer.cookie);
    expect(watched.body).toContain(`/files/${ana.userId}/${lesson}`);
  }
  const page = await get(coursePath(), buyer.cookie);
  expect(page.body).toContain(`/watch/${lessons[2]}?course=${courseId}`);
  const other = await makeConsumer(world);
  expect((await get(`/watch/${lessons[1]}`, other.cookie)).body).not.toContain("/files/");
});

test("the creator's pages of courses are valid, and another creator gets 404", async () => {
  const own = [`/creator/courses/${courseId}`, `/creator/videos/${courseId}/edit`];
  for (const path of ["/creator/courses", ...own]) {
    const page = await get(path, ana.cookie);
    expect([path, page.status]).toEqual([path, 200]);
    expect(await findHtmlErrors(page.body, "page")).toEqual([]);
  }
  const other = await makeCreator(world);
  for (const path of own) expect((await get(path, other.cookie)).status).toBe(404);
  const publish = { intent: "publish" };
  expect((await post(`/creator/courses/${courseId}`, other.cookie, publish)).status).toBe(404);
});

test("lessons that have paid for a course offer it at no cost, and a withdrawal says beforehand that it ends", async () => {
  const reader = await makeConsumer(world);
  const own = [
    await addVideo(db, ana.userId, { title: "Primeira" }),
    await addVideo(db, ana.userId, { title: "Segunda" }),
  ];
  const paidId = await addCourse(db, ana.userId, own, { title: "Curso pago", priceCents: 5000 });
  const path = `/courses/curso-pago-${paidId.slice(0, 8)}`;
  const checkoutId = await makeSale(world, reader, own[0] ?? "", "completed");
  const { id: saleId } = await readRow(db, "sales", { provider_checkout_id: checkoutId }, "id");
  const page = await textOf(path, reader.cookie);
  for (const text of ["Sem custo", "Suas aulas já pagaram este curso", "R$ 50,00", "− R$ 49,90"])
    expect(page).toContain(text);
  expect(page).not.toContain("Comprar por");
  expect(await findHtmlErrors(page, "page")).toEqual([]);
  expect((await get(`${path}?lng=en`, reader.cookie)).body).toContain(
    "Your lessons have paid for this course",
  );
  const pressed = await post(`/videos/${paidId}/checkout`, reader.cookie, { shownPriceCents: "0" });
  expect([pressed.status, pressed.location]).toEqual([303, `/watch/${paidId}`]);
  expect((await get(`/watch/${own[1]}?course=${paidId}`, reader.cookie)).status).toBe(200);
  const question = (await get(`/purchases/${saleId}/withdraw`, reader.cookie)).body;
  expect(question).toContain("O acesso ao curso “Curso pago”, que suas aulas pagaram, também termina.");
  expect(await findHtmlErrors(question, "page")).toEqual([]);
});

test("while a lesson's payment is open, the page of its course shows the discount and asks for no other payment", async () => {
  const reader = await makeConsumer(world);
  const own = [
    await addVideo(db, ana.userId, { title: "Um" }),
    await addVideo(db, ana.userId, { title: "Dois" }),
    await addVideo(db, ana.userId, { title: "Três" }),
  ];
  const dearId = await addCourse(db, ana.userId, own, { title: "Curso caro", priceCents: 9900 });
  const path = `/courses/curso-caro-${dearId.slice(0, 8)}`;
  await makeSale(world, reader, own[0] ?? "", "completed");
  const shown = (language = "") => textOf(path + language, reader.cookie);
  const before = await shown();
  expect(before).toContain("Você já tem 1 aula: pague R$ 49,10");
  expect(before).not.toContain("de desconto no curso");
  await makeSale(world, reader, own[1] ?? "", "processing");
  const held = await shown();
  for (const text of ["Há um pagamento em aberto", "Você já tem 1 aula: R$ 49,90 de desconto no curso"])
    expect(held).toContain(text);
  expect(held).not.toMatch(/pague R|Comprar por/);
  expect(await findHtmlErrors(held, "page")).toEqual([]);
  expect(await shown("?lng=en")).toContain("You already have 1 lesson: R$49.90 off the course");
});

test("the page of a course counts its visitors, and not its creator", async () => {
  const browser = { "User-Agent": "Mozilla/5.0 (X11; Linux x86_64; rv:130.0) Gecko/20100101 Firefox/130.0" };
  await send(port, { path: `${coursePath()}?utm_source=qr`, headers: browser });
  await send(port, { path: coursePath(), headers: { ...browser, Cookie: ana.cookie } });
  await app.visits.write();
  const rows = await readRows(db, "video_visits", { video_id: courseId }, "source", "views");
  expect(rows.filter(({ source }) => source !== "direct")).toEqual([{ source: "qr", views: 1 }]);
});
