/** Visits are counted in memory, without a statement, and written as sums. */
import { sql } from "kysely";
import { beforeEach, expect, test } from "vitest";
import { createVisitCounter } from "~/features/orders/coupons/visit-counter.server";
import { addCreator, addVideo } from "../../../support/rows";
import { addRows, setRows } from "../../../support/tables";
import { startTestWorld } from "../../../support/test-services";

const world = await startTestWorld();
const { db, pool } = world.services;

const phone =
  "Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Mobile/15E148 Instagram 300.0";
const laptop = "Mozilla/5.0 (X11; Linux x86_64; rv:130.0) Gecko/20100101 Firefox/130.0";

let creatorId: string;
let videoId: string;
let counter: ReturnType<typeof createVisitCounter>;
beforeEach(async () => {
  world.setTime(new Date("2026-11-25T15:10:00Z"));
  creatorId = await addCreator(db);
  videoId = await addVideo(db, creatorId);
  counter = createVisitCounter(world.services);
});

interface Asked {
  address?: string;
  browser?: string;
  url?: string;
  headers?: Record<string, string>;
}

function visitor({ address = "7.7.7.7", browser = phone, url = "/videos/a-1", headers }: Asked = {}) {
  return { address, req: { method: "GET", url, headers: { "user-agent": browser, ...headers } } };
}
const view = (asked: Asked = {}) => counter.noteView(visitor(asked), { videoId });
const sums = () =>
  db
    .selectFrom("video_visits")
    .select([sql<string>`day::text`.as("day"), "source", "views", "previews"])
    .where("video_id", "=", videoId)
    .orderBy("day")
    .orderBy("source")
    .execute();

test("a thousand visits send no statement before the write, and one for it", async () => {
  const texts: string[] = [];
  pool.onStatement = (text: string) => {
    texts.push(text);
    return () => undefined;
  };
  try {
    for (let index = 0; index < 1_000; index += 1) view({ address: `7.7.${index >> 8}.${index & 255}` });
    expect(texts).toEqual([]);
    await counter.write();
    expect(texts).toHaveLength(1);
    await counter.write();
    expect(texts).toHaveLength(1);
  } finally {
    pool.onStatement = undefined;
  }
  expect(await sums()).toEqual([{ day: "2026-11-25", source: "direct", views: 1_000, previews: 0 }]);
});

test("another view of a page within the hour is the same visit, and a later one or one by another link is a new visit", async () => {
  view({ headers: { referer: "https://l.instagram.com/" } });
  view();
  view({ headers: { referer: "http://localhost:3000/marketplace" } });
  expect(counter.findSource(visitor(), videoId)).toBe("instagram");
  view({ url: "/videos/a-1?utm_source=whatsapp" });
  expect(counter.findSource(visitor(), videoId)).toBe("whatsapp");
  world.advance(60 * 60_000);
  view();
  await counter.write();
  expect(await sums()).toEqual([
    { day: "2026-11-25", source: "instagram", views: 1, previews: 0 },
    { day: "2026-11-25", source: "whatsapp", views: 2, previews: 0 },
  ]);
});

test("another browser of the same address is another visitor with its own source", () => {
  view({ url: "/videos/a-1?utm_source=qr" });
  view({ browser: laptop });
  expect(counter.findSource(visitor(), videoId)).toBe("qr");
  expect(counter.findSource(visitor({ browser: laptop }), videoId)).toBeUndefined();
});

test("a search engine's requests are neither visits nor previews", () => {
  const bot = { browser: "Mozilla/5.0 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)" };
  view(bot);
  counter.notePreview(visitor(bot), "preview.mp4");
  expect(counter.counts).toEqual({ sums: 0, visitors: 0 });
});

test("a preview counts once an hour, under the source of its visitor", async () => {
  const previewKey = `${creatorId}/previews/${"a".repeat(32)}.mp4`;
  counter.noteView(visitor({ url: "/videos/a-1?utm_source=qr" }), { videoId, previewKey });
  for (let range = 0; range < 5; range += 1) counter.notePreview(visitor({ url: "/" }), previewKey);
  await counter.write();
  expect(await sums()).toEqual([{ day: "2026-11-25", source: "qr", views: 1, previews: 1 }]);
});

test("a preview whose page another process sent is counted by its file", async () => {
  const previewKey = `${creatorId}/previews/${"b".repeat(32)}.mp4`;
  await setRows(db, "videos", { id: videoId }, { preview_key: previewKey });
  const referer = "http://localhost:3000/videos/a-1?utm_source=ig";
  counter.notePreview(visitor({ url: `/previews/${previewKey}`, headers: { referer } }), previewKey);
  await counter.write();
  expect(await sums()).toEqual([{ day: "2026-11-25", source: "instagram", views: 0, previews: 1 }]);
});

test("a visitor is deleted after the next day, even without further visits", async () => {
  view({ url: "/videos/a-1?utm_source=qr" });
  world.setTime(new Date("2026-11-26T23:00:00Z"));
  expect(counter.findSource(visitor(), videoId)).toBe("qr");
  await counter.write();
  expect(counter.counts.visitors).toBe(1);
  world.setTime(new Date("2026-11-27T03:30:00Z"));
  await counter.write();
  expect(counter.counts.visitors).toBe(0);
  expect(counter.findSource(visitor(), videoId)).toBeUndefined();
});

test("a visit before midnight in São Paulo belongs to that day, whenever it is written", async () => {
  world.setTime(new Date("2026-11-26T02:59:00Z"));
  view();
  world.setTime(new Date("2026-11-26T03:01:00Z"));
  view({ browser: laptop });
  await counter.write();
  expect((await sums()).map(({ day, views }) => [day, views])).toEqual([
    ["2026-11-25", 1],
    ["2026-11-26", 1],
  ]);
});

test("sums are added to those of other processes, and an unknown coupon or video is dropped", async () => {
  const other = createVisitCounter(world.services);
  view();
  other.noteView(visitor({ browser: laptop }), { videoId });
  view({ address: "8.8.8.8", url: "/videos/a-1?cupom=NADA" });
  counter.noteView(visitor(), { videoId: "00000000-0000-4000-8000-000000000009" });
  await Promise.all([counter.write(), other.write()]);
  expect((await sums()).map(({ source, views }) => [source, views])).toEqual([
    ["direct", 2],
    ["other", 1],
  ]);
});

test("source names beyond a hundred a day are counted as other", async () => {
  const named = Array.from({ length: 100 }, (_, index) => `utm:${index}`);
  const day = { video_id: videoId, day: "2026-11-25", views: 1, previews: 0 };
  await addRows(
    db,
    "video_visits",
    named.map((source) => ({ ...day, source })),
  );
  view({ url: "/videos/a-1?utm_source=7" });
  view({ address: "8.8.8.8", url: "/videos/a-1?utm_source=invented" });
  view({ address: "9.9.9.9", url: "/videos/a-1?utm_source=qr" });
  await counter.write();
  const found = (await sums()).map(({ source, views }) => [source, views]);
  expect(found).toHaveLength(102);
  expect(found).toEqual(
    expect.arrayContaining([
      ["utm:7", 2],
      ["other", 1],
      ["qr", 1],
    ]),
  );
});

test("visits whose write failed are written later", async () => {
  const failing = createVisitCounter({
    ...world.services,
    db: new Proxy(db, {
      get: () => {
        throw new Error("away");
      },
    }),
  });
  failing.noteView(visitor(), { videoId });
  await failing.write();
  expect(failing.counts.sums).toBe(1);
  expect(world.logged.some(({ msg }) => msg === "visits could not be written: tried again later")).toBe(true);
});

test("stopping writes the counted visits", async () => {
  const stop = counter.start();
  view();
  await stop();
  expect(await sums()).toHaveLength(1);
});
