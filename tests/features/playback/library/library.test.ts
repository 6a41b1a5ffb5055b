/** A person's library: its parts, its lists in pages, and the search in it. */
import { beforeAll, beforeEach, describe, expect, test } from "vitest";
import type { SaleStatus } from "~/features/money/ledger/sale-status";
import { markDone } from "~/features/playback/access/remember-position.server";
import { saveReport } from "~/features/playback/access/watch-positions.queries.server";
import { type LibraryFilters, readLibraryFilters } from "~/features/playback/library/library-filters";
import { showLibrary } from "~/features/playback/library/show-library.server";
import { saveCaptions } from "~/features/videos/lesson-files/captions.queries.server";
import { makeConsumer, makeCreator, makeVideo, type Person } from "../../../support/people";
import { addSale } from "../../../support/rows";
import { setRows } from "../../../support/tables";
import { startTestWorld } from "../../../support/test-services";

const world = await startTestWorld();
const { services } = world;
const { db } = services;
const titles = ["Água e sabão", "Bolo de fubá", "Crochê", "Desenho", "Excel"];
let ana: Person;
let videos: string[];
let beto: Person;

beforeAll(async () => {
  ana = await makeCreator(world);
  videos = [];
  for (const title of titles) {
    const id = await makeVideo(world, ana, { title });
    await setRows(db, "videos", { id }, { duration_seconds: 100 });
    videos.push(id);
  }
});

beforeEach(async () => {
  beto = await makeConsumer(world);
});

const videoOf = (at: number) => videos[at] as string;

async function buy(at: number, status: SaleStatus = "completed", who = beto): Promise<string> {
  world.advance(1_000);
  return addSale(db, { consumerId: who.userId, videoId: videoOf(at), status, now: services.clock() });
}

async function watch(at: number, from: number, to: number) {
  world.advance(1_000);
  const report = { seconds: to, range: [from, to] as const, done: false, now: services.clock() };
  await saveReport(db, { ...report, userId: beto.userId, videoId: videoOf(at) });
}

async function show(query = "", who = beto) {
  const filters: LibraryFilters & { after: string | undefined } = readLibraryFilters(
    new URLSearchParams(query),
  );
  return showLibrary(services, { consumerId: who.userId, locale: "pt", ...filters });
}

const titlesOf = ({ purchases }: Awaited<ReturnType<typeof show>>) => purchases.map(({ title }) => title);

test("the overview of the library puts each purchase into the part that its payment and progress decide", async () => {
  for (const at of [0, 1, 2]) await buy(at);
  await buy(3, "processing");
  await buy(4, "refunded");
  await watch(0, 0, 40);
  await watch(1, 0, 96);
  const { purchases, counts } = await show();
  const parts = Object.fromEntries(purchases.map((item) => [item.title, item.group]));
  expect(parts).toEqual({
    "Água e sabão": "going",
    "Bolo de fubá": "done",
    Crochê: "new",
    Desenho: "pay",
    Excel: "other",
  });
  expect(counts).toEqual({ going: 1, done: 1, new: 1, pay: 1, other: 1 });
  expect(purchases.find(({ group }) => group === "going")).toMatchObject({
    seconds: 100,
    watchedSeconds: 40,
    positionSeconds: 40,
    doneOn: null,
  });
});

test("the overview of the library lists recently watched videos first, and the newest purchases first among those not begun", async () => {
  for (const at of [0, 1, 2, 3]) await buy(at);
  await watch(2, 0, 10);
  await watch(0, 0, 10);
  const { purchases } = await show();
  const of = (group: string) => purchases.filter((item) => item.group === group).map(({ title }) => title);
  expect(of("going")).toEqual(["Água e sabão", "Crochê"]);
  expect(of("new")).toEqual(["Desenho", "Bolo de fubá"]);
});

test("the overview of the library returns a completed video to those not begun when it is unmarked", async () => {
  await buy(0);
  const watching = { userId: beto.userId, videoId: videoOf(0) };
  await markDone(services, watching, true);
  expect((await show()).counts).toEqual({ done: 1 });
  await markDone(services, watching, false);
  expect((await show()).counts).toEqual({ new: 1 });
});

test("the overview of the library shows nothing of another person", async () => {
  await buy(0);
  expect(await show("", await makeConsumer(world))).toEqual({ purchases: [], counts: {}, next: undefined });
});

test.each(["show=other", "show=other&sort=bought", "show=other&sort=title"])(
  "the list of the library has every purchase once, in pages: %s",
  async (query) => {
    for (let round = 0; round < 9; round += 1) for (const at of titles.keys()) await buy(at, "failed");
    const seen: string[] = [];
    let after: string | undefined;
    do {
      const page = await show(`${query}${after ? `&after=${after}` : ""}`);
      seen.push(...page.purchases.map(({ id }) => id));
      after = page.next;
    } while (after);
    expect([seen.length, new Set(seen).size]).toEqual([45, 45]);
  },
);

test("the list of the library is sorted by title without regard to accents, or by the day of the purchase", async () => {
  for (const at of [2, 0, 1]) await buy(at);
  await watch(0, 0, 10);
  expect(titlesOf(await show("sort=title"))).toEqual(["Água e sabão", "Bolo de fubá", "Crochê"]);
  expect(titlesOf(await show("sort=bought"))).toEqual(["Bolo de fubá", "Água e sabão", "Crochê"]);
});

test("the list of the library starts at the first page if the cursor is another person's purchase", async () => {
  await buy(0);
  const other = await makeConsumer(world);
  const sale = await buy(1, "completed", other);
  expect(titlesOf(await show(`show=new&after=${sale}`))).toEqual([]);
});

describe("the search in the library", () => {
  const said = [
    { from: 5_000, to: 7_000, text: "Bom dia" },
    { from: 61_500, to: 63_000, text: "A massa descansa até amanhã." },
  ];
  beforeAll(async () => {
    const captions = { videoId: videoOf(1), language: "pt", cues: said, skipped: [] } as const;
    await saveCaptions(db, { ...captions, now: services.clock() });
  });

  test("finds titles in any case, with or without accents", async () => {
    for (const at of [0, 1, 2]) await buy(at);
    expect(titlesOf(await show("q=AGUA"))).toEqual(["Água e sabão"]);
    expect(titlesOf(await show("q=croch%C3%AA"))).toEqual(["Crochê"]);
    expect(titlesOf(await show("q=%25"))).toEqual([]);
  });

  test("finds captions of videos that the person may watch, with their moment", async () => {
    for (const at of [0, 1]) await buy(at);
    const { purchases } = await show("q=massa descansa ate");
    expect(purchases).toMatchObject([{ title: "Bolo de fubá", said: { seconds: 61, text: said[1]?.text } }]);
  });

  test.each(["failed", "refunded", "disputed", "pending"] as const)(
    "does not find captions of a video whose sale is %s",
    async (status) => {
      await buy(1, status);
      expect((await show("q=massa")).purchases).toEqual([]);
      const { purchases } = await show("q=bolo&show=other");
      for (const { said } of purchases) expect(said).toBeNull();
    },
  );
});
