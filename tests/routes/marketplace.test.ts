/** The marketplace's address: its filters, its shelves, and what is nearest to a search. */
import { beforeAll, describe, expect, test } from "vitest";
import { savePosition } from "~/features/playback/watch-positions.queries.server";
import * as marketplace from "~/routes/learner/marketplace";
import * as sitemap from "~/routes/system/sitemap";
import { ask } from "../support/ask";
import { makeConsumer, makeCreator, makeSale, makeVideo } from "../support/people";
import { startTestWorld } from "../support/test-services";

const world = await startTestWorld();
const { db } = world.services;
/** Titles by their place: the last is the newest. */
const titles = ["Violão", "Crochê", "Xadrez", "Pão", "Yoga", "Python", "Teclado"];
const ids: string[] = [];

interface Shown {
  videos: { title: string; step: string }[];
  nearest: boolean;
  error?: string;
  filters: Record<string, string>;
  shelves?: Record<string, { title: string; step?: string; seconds?: number }[]>;
}

async function open(query = "", cookie?: string): Promise<Shown & { status: number }> {
  const answer = await ask(world, marketplace.loader, { path: `/marketplace${query}`, cookie });
  return { ...(answer.data as Shown), status: answer.status };
}
const titlesOf = (videos: readonly { title: string }[] = []) => videos.map(({ title }) => title);

beforeAll(async () => {
  const ana = await makeCreator(world);
  for (const [at, title] of titles.entries()) {
    const id = await makeVideo(world, ana, { title });
    const created_at = new Date(Date.UTC(2026, 0, 1 + at));
    const price_cents = 1_000 * (at + 1);
    const topic_slug = at < 2 ? "musica" : null;
    await db
      .updateTable("videos")
      .set({ created_at, price_cents, topic_slug })
      .where("id", "=", id)
      .execute();
    ids.push(id);
  }
});

describe("filters", () => {
  test.each([
    ["?topic=musica", ["Crochê", "Violão"]],
    ["?topic=musica&sort=price-up", ["Violão", "Crochê"]],
    ["?maxPrice=20,00", ["Crochê", "Violão"]],
    ["?maxPrice=10", ["Violão"]],
    ["?q=crochê&topic=musica&maxPrice=20", ["Crochê"]],
    ["?q=crochê&maxPrice=10", []],
    ["?sort=price-down&maxPrice=30", ["Xadrez", "Crochê", "Violão"]],
  ])("%s", async (query, expected) => {
    const { videos, status, shelves } = await open(query);
    expect([status, titlesOf(videos), shelves]).toEqual([200, expected, undefined]);
  });

  test.each(["?topic=nada", "?topic=%27", "?sort=best", "?after=price-up_1_2_3", "?sort=rating&after=1_x"])(
    "%s shows everything",
    async (query) => {
      const { videos, status } = await open(query);
      expect([status, videos.length]).toEqual([200, titles.length]);
    },
  );

  test("a price that is none: 400, what was typed is kept, with a message", async () => {
    const { videos, ...rest } = await open("?maxPrice=barato");
    expect(rest).toMatchObject({ status: 400, error: "marketplace.maxPriceInvalid" });
    expect(rest.filters.maxPrice).toBe("barato");
    expect(videos).toHaveLength(titles.length);
  });
});

describe("a search that finds nothing", () => {
  test("shows what is nearest, and says so", async () => {
    const { videos, nearest } = await open("?q=tecaldo");
    expect([titlesOf(videos), nearest]).toEqual([["Teclado"], true]);
  });

  test("with nothing near it shows nothing", async () => {
    expect(await open("?q=qqqqqqqq")).toMatchObject({ videos: [], nearest: false });
  });

  test("one that finds something is not marked", async () => {
    expect(await open("?q=teclado")).toMatchObject({ nearest: false });
  });
});

describe("shelves", () => {
  test("none of what has fewer than three videos", async () => {
    const { shelves = {} } = await open();
    expect(titlesOf(shelves.newest)).toEqual(["Teclado", "Python", "Yoga", "Pão"]);
    expect(titlesOf(shelves.cheap)).toEqual(["Xadrez", "Crochê", "Violão"]);
    expect([shelves.bestsellers, shelves.watching]).toEqual([[], []]);
  });

  test("the most sold, and for a learner what they have begun", async () => {
    const beto = await makeConsumer(world);
    const dora = await makeConsumer(world);
    for (const id of ids.slice(0, 3)) await makeSale(world, beto, id);
    await makeSale(world, dora, ids[1] ?? "");
    for (const [at, videoId] of ids.slice(0, 4).entries())
      await savePosition(db, { userId: beto.userId, videoId, seconds: 10 + at, now: new Date(at + 1) });
    const { shelves = {} } = await open("", beto.cookie);
    expect(titlesOf(shelves.bestsellers)).toEqual(["Crochê", "Xadrez", "Violão"]);
    // The fourth was begun as well, but is not theirs.
    expect(shelves.watching?.map(({ title, seconds }) => [title, seconds])).toEqual([
      ["Xadrez", 12],
      ["Crochê", 11],
      ["Violão", 10],
    ]);
    expect(shelves.newest).toEqual([]);
    expect(shelves.cheap?.map(({ step }) => step)).toEqual(["bought", "bought", "bought"]);
    expect((await open("", dora.cookie)).shelves?.watching).toEqual([]);
  });
});

test("the sitemap has every topic in both languages", async () => {
  const { text } = await ask(world, sitemap.loader, { path: "/sitemap.xml" });
  const found = [...text.matchAll(/<loc>[^<]*topic=([a-z-]+)(&amp;lng=en)?<\/loc>/g)];
  expect(found).toHaveLength(28);
  expect(text).not.toMatch(/&(?!amp;)/);
});
