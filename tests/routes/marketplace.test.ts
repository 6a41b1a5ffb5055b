/** The marketplace's address: its filters, its shelves, and what is nearest to a search. */
import { beforeAll, describe, expect, test } from "vitest";
import * as marketplace from "~/routes/learner/marketplace";
import * as sitemap from "~/routes/system/sitemap";
import { ask } from "../support/ask";
import { makeConsumer, makeCreator, makeSale, makeVideo, type Person } from "../support/people";
import { addCourse, addVideo } from "../support/rows";
import { addRows, setRows } from "../support/tables";
import { startTestWorld } from "../support/test-services";

const world = await startTestWorld();
const { db } = world.services;
/** Titles by their place: the last is the newest. */
const titles = ["Violão", "Crochê", "Xadrez", "Pão", "Yoga", "Python", "Teclado"];
const ids: string[] = [];
let anaId = "";

interface Shown {
  videos: { title: string; step: string; spoken?: string }[];
  next?: string;
  topics: { slug: string; name: string }[];
  offer?: { kind: string; words?: string[] };
  error?: string;
  filters: Record<string, string>;
  shelves?: Record<string, { title: string; step?: string; seconds?: number; place?: number }[]>;
}

async function open(query = "", cookie?: string): Promise<Shown & { status: number }> {
  const answer = await ask(world, marketplace.loader, { path: `/marketplace${query}`, cookie });
  return { ...(answer.data as Shown), status: answer.status };
}
const titlesOf = (videos: readonly { title: string }[] = []) => videos.map(({ title }) => title);

beforeAll(async () => {
  const ana = await makeCreator(world);
  anaId = ana.userId;
  for (const [at, title] of titles.entries()) {
    const id = await makeVideo(world, ana, { title });
    const created_at = new Date(Date.UTC(2026, 0, 1 + at));
    const price_cents = 1_000 * (at + 1);
    const topic_slug = at < 2 ? "musica" : null;
    await setRows(db, "videos", { id }, { created_at, price_cents, topic_slug });
    ids.push(id);
  }
});

describe("the filters of the marketplace", () => {
  test.each([
    ["?topic=musica", ["Crochê", "Violão"]],
    ["?topic=musica&sort=price-up", ["Violão", "Crochê"]],
    ["?maxPrice=20,00", ["Crochê", "Violão"]],
    ["?maxPrice=10", ["Violão"]],
    ["?q=crochê&topic=musica&maxPrice=20", ["Crochê"]],
    ["?sort=price-down&maxPrice=30", ["Xadrez", "Crochê", "Violão"]],
  ])("%s list the matching videos", async (query, expected) => {
    const { videos, status, shelves } = await open(query);
    expect([status, titlesOf(videos), shelves]).toEqual([200, expected, undefined]);
  });

  test("with an invalid price get 400 with a message, and keep the input", async () => {
    const { videos, ...rest } = await open("?maxPrice=barato");
    expect(rest).toMatchObject({ status: 400, error: "marketplace.maxPriceInvalid" });
    expect(rest.filters.maxPrice).toBe("barato");
    expect(videos).toHaveLength(titles.length);
  });
});

describe("a search that finds nothing", () => {
  test("shows the nearest results, and for which word", async () => {
    const { videos, offer } = await open("?q=tecaldo");
    expect([titlesOf(videos), offer]).toEqual([["Teclado"], { kind: "nearest", words: ["teclado"] }]);
  });
});

describe("a shop with sales", () => {
  let beto: Person;

  beforeAll(async () => {
    beto = await makeConsumer(world);
    // Three sales each, and two of the first, which are too few for a bestseller.
    const others = [await makeConsumer(world), await makeConsumer(world), await makeConsumer(world)];
    const bought = [ids.slice(0, 3), ids.slice(1, 4), ids.slice(1, 4), [ids[0], ids[3]]];
    for (const [at, person] of [beto, ...others].entries())
      for (const id of bought[at] ?? []) await makeSale(world, person, id as string);
    for (const [at, videoId] of ids.slice(0, 4).entries())
      await addRows(db, "watch_positions", {
        user_id: beto.userId,
        video_id: videoId,
        seconds: 0,
        watched: `{[0,${10 + at})}`,
        updated_at: new Date(at + 1),
      });
  });

  test("offers the bestsellers after a search without results, and to a learner those that they can buy", async () => {
    const anyone = await open("?q=qqqqqqqq");
    expect([anyone.offer, titlesOf(anyone.videos)]).toEqual([
      { kind: "bestsellers" },
      ["Pão", "Xadrez", "Crochê"],
    ]);
    const { videos } = await open("?q=qqqqqqqq", beto.cookie);
    expect(videos.map(({ title, step }) => [title, step])).toEqual([["Pão", "buy"]]);
  });

  describe("and a second page", () => {
    beforeAll(async () => {
      const lessons = [await addVideo(db, anaId, { title: "A" }), await addVideo(db, anaId, { title: "B" })];
      await db.updateTable("videos").set({ sold_alone: false }).where("id", "in", lessons).execute();
      const courseId = await addCourse(db, anaId, lessons, { title: "Curso de violão" });
      const spoken = { created_at: new Date(0), spoken_language: "pt" } as const;
      await setRows(db, "videos", { id: courseId }, spoken);
      for (let n = 0; n < 22; n += 1) {
        const id = await addVideo(db, anaId, { title: `Aula ${n}` });
        await db
          .updateTable("videos")
          .set({ created_at: new Date(Date.UTC(2026, 1, 1 + n)), price_cents: 4_990 })
          .where("id", "=", id)
          .execute();
      }
    });

    test("has shelves of videos that the first page does not list, each once", async () => {
      const { videos, shelves = {} } = await open();
      expect(titlesOf(videos).slice(-2)).toEqual(["Teclado", "Python"]);
      expect(shelves.bestsellers?.map(({ title, place }) => [place, title])).toEqual([
        [1, "Pão"],
        [2, "Xadrez"],
        [3, "Crochê"],
      ]);
      expect([shelves.watching, titlesOf(shelves.courses), shelves.cheap]).toEqual([
        [],
        ["Curso de violão"],
        [],
      ]);
      const all = [...videos, ...Object.values(shelves).flat()];
      expect(new Set(titlesOf(all)).size).toBe(all.length);
    });

    test("shows a learner the begun and bought videos, the last watched first", async () => {
      const { shelves = {} } = await open("", beto.cookie);
      expect(shelves.watching?.map(({ title, seconds }) => [title, seconds])).toEqual([
        ["Xadrez", 12],
        ["Crochê", 11],
        ["Violão", 10],
      ]);
      expect([shelves.bestsellers, shelves.cheap]).toEqual([[], []]);
    });

    test("lists what a learner has after everything else, with the same links to further pages", async () => {
      const { next } = await open("", beto.cookie);
      const { videos } = await open(`?after=${next}`, beto.cookie);
      expect(titlesOf(videos)).toEqual(["Yoga", "Pão", "Curso de violão", "Xadrez", "Crochê", "Violão"]);
      const owned = await open("?topic=musica", beto.cookie);
      expect(owned.videos.map(({ step }) => step)).toEqual(["bought", "bought"]);
    });

    test("has its courses under a chip, and says on a card in English which are in Portuguese", async () => {
      const { topics, videos } = await open("?topic=curso&lng=en");
      expect(topics[0]).toEqual({ slug: "curso", name: "Course" });
      expect(videos.map(({ title, spoken }) => [title, spoken])).toEqual([
        ["Curso de violão", "In Portuguese"],
      ]);
      expect((await open("?topic=curso")).videos[0]?.spoken).toBeUndefined();
    });
  });
});

test("the sitemap has every topic in both languages", async () => {
  const { text } = await ask(world, sitemap.loader, { path: "/sitemap.xml" });
  const found = [...text.matchAll(/<loc>[^<]*topic=([a-z-]+)(&amp;lng=en)?<\/loc>/g)];
  expect(found).toHaveLength(28);
  expect(text).not.toMatch(/&(?!amp;)/);
});
