import { beforeAll, expect, test } from "vitest";
import { insertFreeAccess } from "~/features/orders/coupons/free-access.queries.server";
import { insertSaleSource } from "~/features/orders/coupons/visits.queries.server";
import { parseFiguresPeriod } from "~/features/studio/dashboard/figures-view";
import { showFigures, writeFiguresCsv } from "~/features/studio/dashboard/show-figures.server";
import { serverTexts } from "~/i18n/i18next.server";
import { addConsumer, addCourse, addCreator, addFullCoupon, addSale, addVideo } from "../../../support/rows";
import { addRows, setRows } from "../../../support/tables";
import { startTestWorld } from "../../../support/test-services";

const world = await startTestWorld();
const { db } = world.services;
const now = new Date("2026-11-25T15:00:00Z");
world.setTime(now);
const period = parseFiguresPeriod(null, null, now);

let creatorId: string;
let guitar: string;
let bread: string;
let other: { creatorId: string; videoId: string };

const visit = (videoId: string, day: string, source: string, views: number, previews: number) =>
  addRows(db, "video_visits", { video_id: videoId, day, source, views, previews });

async function sell(videoId: string, at: string, source?: string, status?: "pending" | "refunded") {
  const consumerId = await addConsumer(db);
  const sale = { consumerId, videoId, now: new Date(at) };
  if (!source) return addSale(db, { ...sale, status: status ?? "completed" });
  const id = await addSale(db, { ...sale, status: "pending" });
  await insertSaleSource(db, { consumerId, videoId, source });
  return id;
}

beforeAll(async () => {
  creatorId = await addCreator(db);
  guitar = await addVideo(db, creatorId, { title: "Violão" });
  bread = await addVideo(db, creatorId, { title: "=Pão" });
  const rival = await addCreator(db, "Rival");
  other = { creatorId: rival, videoId: await addVideo(db, rival) };
  await visit(guitar, "2026-11-25", "instagram", 100, 40);
  await visit(guitar, "2026-11-24", "qr", 10, 4);
  await visit(bread, "2026-11-24", "instagram", 5, 0);
  await visit(guitar, "2026-10-26", "instagram", 1_000, 1_000);
  await visit(other.videoId, "2026-11-25", "instagram", 7, 7);
  await sell(guitar, "2026-11-25T14:00:00Z", "instagram");
  // 22:30 of the day before in São Paulo.
  await sell(guitar, "2026-11-25T01:30:00Z");
  await sell(bread, "2026-11-25T10:00:00Z", undefined, "refunded");
  await sell(other.videoId, "2026-11-25T10:00:00Z");
});

const show = (videoId?: string, asCreator = creatorId) =>
  showFigures(world.services, { creatorId: asCreator, period, videoId, locale: "pt" });

async function readCsv(locale: "pt" | "en", asCreator = creatorId): Promise<string[]> {
  let text = "";
  const asked = { ...period, creatorId: asCreator };
  for await (const part of writeFiguresCsv(db, asked, serverTexts[locale])) text += part;
  return text.split("\r\n");
}

test("the figures of a period have the same sum by day, source and video", async () => {
  const shown = (await show()) ?? expect.fail("no figures");
  expect(shown.total).toEqual({ views: 115, previews: 44, checkouts: 3, sales: 2, taken: 0, cents: 4241 });
  expect(shown.days).toHaveLength(30);
  for (const rows of [shown.days, shown.sources, shown.videos]) {
    for (const what of ["views", "previews", "checkouts", "sales", "cents"] as const)
      expect(rows.reduce((sum, row) => sum + row[what], 0)).toBe(shown.total[what]);
  }
  const day = (label: string) => shown.days.find((row) => row.label === label);
  expect(day("24 nov")).toMatchObject({ views: 15, sales: 1, checkouts: 1 });
  expect(day("25 nov")).toMatchObject({ views: 100, sales: 1, checkouts: 2 });
  expect(shown.sources.map(({ source, views, checkouts }) => [source, views, checkouts])).toEqual([
    ["direct", 0, 2],
    ["instagram", 105, 1],
    ["qr", 10, 0],
  ]);
  expect(shown.videos.map(({ title }) => title).sort()).toEqual(["=Pão", "Violão"]);
});

test("the figures of one video contain only that video", async () => {
  const shown = (await show(bread)) ?? expect.fail("no figures");
  expect(shown.total).toEqual({ views: 5, previews: 0, checkouts: 1, sales: 1, taken: 0, cents: 0 });
  expect(shown.shared).toEqual({ id: bread, title: "=Pão", lesson_count: null, source: "whatsapp" });
});

test("a creator never sees figures of another's video", async () => {
  expect(await show(other.videoId)).toBeUndefined();
  expect(await show("00000000-0000-4000-8000-000000000009")).toBeUndefined();
  expect((await show(undefined, other.creatorId))?.total.views).toBe(7);
});

test("the file of figures has a row for each day, video and source, in both languages, without formulas", async () => {
  const lines = await readCsv("pt");
  expect(lines[0]).toBe(
    '\uFEFF"Dia";"Vídeo ou curso";"Origem";"Viram";"Prévia";"Pagamento";"Vendas";"Grátis";"Você recebe"',
  );
  expect(lines).toContain('"25/11/2026";"Violão";"Instagram";"100";"40";"1";"0";"0";0,00');
  expect(lines).toContain(`"24/11/2026";"'=Pão";"Instagram";"5";"0";"0";"0";"0";0,00`);
  expect(lines).toHaveLength(1 + 5 + 1);
  expect((await readCsv("en"))[0]).toContain('"Source"');
});

test("a course is counted as a product of its own, by source and day, under its own address", async () => {
  const teacher = await addCreator(db, "Bia");
  const lessons = [
    await addVideo(db, teacher, { title: "Um" }),
    await addVideo(db, teacher, { title: "Dois" }),
  ];
  const courseId = await addCourse(db, teacher, lessons, { title: "Violão do zero", now });
  await visit(courseId, "2026-11-25", "qr", 9, 0);
  await visit(lessons[0] ?? "", "2026-11-25", "direct", 2, 0);
  await sell(courseId, "2026-11-25T14:00:00Z");
  const all = (await show(undefined, teacher)) ?? expect.fail("no figures");
  expect(all.total).toMatchObject({ views: 11, checkouts: 1, sales: 1 });
  expect(all.videos).toMatchObject([
    { videoId: courseId, title: "Violão do zero (curso)", views: 9, checkouts: 1, sales: 1 },
    { videoId: lessons[0], title: "Um", views: 2, sales: 0 },
  ]);
  const alone = (await show(courseId, teacher)) ?? expect.fail("no figures");
  expect(alone.total).toMatchObject({ views: 9, sales: 1 });
  expect(alone.shared).toMatchObject({ id: courseId, title: "Violão do zero", lesson_count: 2 });
  expect(await show(courseId)).toBeUndefined();
});

test("a course that its lessons paid for is counted as taken, and not as sold", async () => {
  const owner = await addCreator(db);
  const lesson = await addVideo(db, owner);
  const course = await addCourse(db, owner, [lesson, await addVideo(db, owner)], { priceCents: 5000 });
  const userId = await addConsumer(db);
  await addSale(db, { consumerId: userId, videoId: lesson, now: new Date("2026-08-25T14:00:00Z") });
  const at = new Date("2026-11-25T14:00:00Z");
  await insertFreeAccess(db, { userId, productId: course, why: { creditCents: 4990 }, now: at });
  const shown = (await show(undefined, owner)) ?? expect.fail("no figures");
  expect(shown.total).toMatchObject({ sales: 0, taken: 1, cents: 0 });
  expect(shown.sources.map(({ source, taken }) => [source, taken])).toEqual([["lessons", 1]]);
});

test("free products and those that a coupon left nothing to charge for are counted apart from sales", async () => {
  const owner = await addCreator(db);
  const free = await addVideo(db, owner, { title: "Grátis" });
  await setRows(db, "videos", { id: free }, { price_cents: 0 });
  const sold = await addVideo(db, owner, { title: "Com cupom" });
  const coupon = await addFullCoupon(db, owner, now);
  const take = async (productId: string, at: string, couponId?: string) =>
    insertFreeAccess(db, {
      userId: await addConsumer(db),
      productId,
      now: new Date(at),
      why: couponId ? { couponId } : "free",
    });
  await take(free, "2026-11-25T14:00:00Z");
  // 22:30 of the day before in São Paulo.
  await take(free, "2026-11-25T01:30:00Z");
  await take(sold, "2026-11-25T14:00:00Z", coupon);
  await take(free, "2026-09-25T14:00:00Z");
  const shown = (await show(undefined, owner)) ?? expect.fail("no figures");
  expect(shown.total).toEqual({ views: 0, previews: 0, checkouts: 0, sales: 0, taken: 3, cents: 0 });
  expect(shown.days.filter(({ taken }) => taken > 0).map(({ label, taken }) => [label, taken])).toEqual([
    ["24 nov", 1],
    ["25 nov", 2],
  ]);
  expect(shown.sources.map(({ source, taken }) => [source, taken])).toEqual([
    ["direct", 2],
    ["coupon:LIVRE", 1],
  ]);
  expect(shown.videos.map(({ title, taken }) => [title, taken])).toEqual([
    ["Grátis", 2],
    ["Com cupom", 1],
  ]);
  const lines = await readCsv("pt", owner);
  expect(lines).toHaveLength(1 + 3 + 1);
  expect(lines.filter((line) => line.includes("LIVRE"))).toEqual([
    expect.stringContaining('"0";"0";"0";"0";"1";0,00'),
  ]);
});
