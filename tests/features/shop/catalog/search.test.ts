import { beforeAll, describe, expect, test } from "vitest";
import { searchTerms } from "~/features/shop/catalog/search-suggestions";
import { parseShopCursor } from "~/features/shop/catalog/shop-cursor.server";
import { sorts } from "~/features/shop/catalog/shop-filters";
import { listNearestVideos, listShopVideos } from "~/features/shop/catalog/shop-videos.queries.server";
import { beforeChapters } from "~/features/videos/lesson-files/chapters";
import { videosPerPage } from "~/features/videos/pictures/video-cards.queries.server";
import { addCreator, addVideo } from "../../../support/rows";
import { setRows } from "../../../support/tables";
import { openTestDatabase } from "../../../support/test-database";

const db = await openTestDatabase();
const creatorId = await addCreator(db);

const titles = [
  "Pão de queijo",
  "PÃO francês",
  "Pao sem til",
  "100% algodão",
  "1000 receitas",
  "snake_case em Python",
  "snakeXcase",
  "C:\\pastas e \\_",
  "Sorvete 🍨 caseiro",
  "'; DROP TABLE videos; --",
  "a",
];
for (const title of titles) await addVideo(db, creatorId, { title });
await addVideo(db, creatorId, { title: "Pão ainda enviando", published: false });
const gone = await addVideo(db, creatorId, { title: "Pão retirado" });
await setRows(db, "videos", { id: gone }, { deleted_at: new Date() });

async function search(text: string): Promise<string[]> {
  const { rows } = await listShopVideos(db, { search: text });
  return rows.map(({ title }) => title).sort();
}

test.each([
  ["a part in other case, accents included", "pÃO", ["Pao sem til", "PÃO francês", "Pão de queijo"]],
  ["a part inside a word", "ueij", ["Pão de queijo"]],
  ["without the accent, what has it too", "pao f", ["PÃO francês"]],
  ["with an accent too many", "quêijó", ["Pão de queijo"]],
  ["an accent typed as a sign of its own", "pa\u0303o d", ["Pão de queijo"]],
  ["an accent alone", "\u0303", []],
  ["a percent sign", "%", ["100% algodão"]],
  ["a percent sign after digits", "100%", ["100% algodão"]],
  ["an underscore", "_", ["C:\\pastas e \\_", "snake_case em Python"]],
  ["an underscore within", "e_c", ["snake_case em Python"]],
  ["a backslash", "\\", ["C:\\pastas e \\_"]],
  ["a backslash before an underscore", "\\_", ["C:\\pastas e \\_"]],
  ["an emoji", "🍨", ["Sorvete 🍨 caseiro"]],
  ["an emoji with a space", " 🍨 ", ["Sorvete 🍨 caseiro"]],
  ["two characters in other case", "Ão", ["100% algodão", "Pao sem til", "PÃO francês", "Pão de queijo"]],
  ["two characters that no title has together", "zq", []],
  ["three characters with an accent", "pãO", ["Pao sem til", "PÃO francês", "Pão de queijo"]],
  ["short words", "o d", ["Pão de queijo"]],
  ["pairs that are all there, but not in a row", "ão dã", []],
  ["half of an emoji", "\ud83c", []],
  ["a quote", "';", ["'; DROP TABLE videos; --"]],
  ["something that is nowhere", "xyzzy", []],
])("the search for %s finds the matching titles", async (_, text, found) => {
  expect(await search(text)).toEqual(found);
});

test.each([
  ["a first name", "joão", 1],
  ["without accents, in other case", "JOAO bat", 1],
  ["a last name", "reis", 1],
  ["the middle of a word", "tista", 0],
  ["another's name", "maria", 0],
])("a search by creator with %s finds the expected number of videos", async (_, text, count) => {
  const creator = await addCreator(db, "João Batista Reis");
  await addVideo(db, creator, { title: "Xadrez" });
  expect((await listShopVideos(db, { search: text, creatorId: creator })).rows).toHaveLength(count);
});

test("a search by creator finds a creator who changed their name by the new one only", async () => {
  const creator = await addCreator(db, "Zuleica Prado");
  await addVideo(db, creator, { title: "Xadrez" });
  const rename = { full_name: "Ângela Prado" };
  await setRows(db, "creator_profiles", { user_id: creator }, rename);
  expect(await search("zuleica")).toEqual([]);
  expect(await search("angela")).toEqual(["Xadrez"]);
});

describe("a search by words", () => {
  const creator = addCreator(db, "Iara Monteiro");
  beforeAll(async () => {
    const described = await addVideo(db, await creator, { title: "Yoga em 15 minutos: costas sem dor" });
    const description = "Alongue o ciático, sem aparelhos.";
    const outcomes = ["Respirar pelo diafragma", "Tocar 4 acordes"];
    const words = { description, outcomes, topic_slug: "saude-e-bem-estar" };
    await setRows(db, "videos", { id: described }, words);
    await addVideo(db, await creator, { title: "Kazoo: quatro acordes" });
  });

  test.each([
    ["two words of the title in another order", "15 yoga", ["Yoga em 15 minutos: costas sem dor"]],
    ["a number and a word", "4 acordes", ["Yoga em 15 minutos: costas sem dor"]],
    ["prepositions are not needed", "dor nas costas", ["Yoga em 15 minutos: costas sem dor"]],
    ["a word of the description", "ciatico", ["Yoga em 15 minutos: costas sem dor"]],
    ["a word of the outcomes", "diafragma", ["Yoga em 15 minutos: costas sem dor"]],
    ["a word of the topic", "saúde", ["Yoga em 15 minutos: costas sem dor"]],
    ["the creator and the title", "kazoo iara", ["Kazoo: quatro acordes"]],
    ["the beginning of a word", "yoga cost", ["Yoga em 15 minutos: costas sem dor"]],
    ["a number is not the beginning of another", "yoga 1", []],
    ["one word of two that no video has", "yoga xyzzyq", []],
  ])("with %s finds the expected videos", async (_, text, found) => {
    const { rows } = await listShopVideos(db, { search: text, creatorId: await creator });
    expect(rows.map(({ title }) => title)).toEqual(found);
  });

  test("finds a changed title, outcome or topic by its new words only", async () => {
    const videoId = await addVideo(db, await creator, { title: "Harpa em casa" });
    const find = async (text: string) =>
      (await listShopVideos(db, { search: text, creatorId: await creator })).rows.map(({ id }) => id);
    expect(await find("casa harpa")).toEqual([videoId]);
    const change = { title: "Ocarina em casa", outcomes: ["Soprar"], topic_slug: "musica" };
    await setRows(db, "videos", { id: videoId }, change);
    expect(await find("casa harpa")).toEqual([]);
    expect(await find("soprar ocarina musica")).toEqual([videoId]);
    await db.deleteFrom("videos").where("id", "=", videoId).execute();
  });

  test("drops a word that no video has, and the page names the others", async () => {
    const { rows, words } = await listNearestVideos(db, searchTerms("costas dorzxqk"), {});
    expect(rows.map(({ title }) => title)).toEqual(["Yoga em 15 minutos: costas sem dor"]);
    expect(words).toEqual(["costas"]);
  });
});

describe("matches of the title come before other matches", () => {
  const ids = { title: [] as string[], elsewhere: [] as string[] };
  const perGroup = videosPerPage + 3;
  const creator = addCreator(db, "Otília Prado");
  beforeAll(async () => {
    // The videos without the word in the title are the newer and cheaper ones: every sort would list them first.
    for (let n = 0; n < 2 * perGroup; n += 1) {
      const group = n < perGroup ? "title" : "elsewhere";
      const title = group === "title" ? `Marimba ${n}` : `Teclas ${n}`;
      const id = await addVideo(db, await creator, { title, now: new Date(1_700_000_000_000 + n * 1000) });
      const change = { description: "Toque marimba.", price_cents: 9000 - n };
      await setRows(db, "videos", { id }, change);
      ids[group].unshift(id);
    }
  });

  test.each(sorts)("with the sort %s, over all pages, each once", async (sort) => {
    const pages: { id: string; elsewhere?: true }[][] = [];
    let next: string | undefined;
    do {
      const after = parseShopCursor(next ?? null, sort);
      const page = await listShopVideos(db, { search: "MARIMBA", sort, after });
      pages.push(page.rows);
      next = page.next;
    } while (next && pages.length < 9);
    // The price falls with the age, so that only the highest price first reverses the newest first.
    const order = ({ title, elsewhere }: typeof ids) =>
      sort === "price-down" ? [...title.toReversed(), ...elsewhere.toReversed()] : [...title, ...elsewhere];
    expect(pages.flat().map(({ id }) => id)).toEqual(order(ids));
    expect(pages.map(({ length }) => length)).toEqual([videosPerPage, videosPerPage, 6]);
    const marked = pages.flat().filter(({ elsewhere }) => elsewhere);
    expect(new Set(marked.map(({ id }) => id))).toEqual(new Set(ids.elsewhere));
  });

  test("when a page ends with the last title, the next begins with the others", async () => {
    const query = { search: "marimba", limit: perGroup };
    const first = await listShopVideos(db, query);
    expect(first.rows.map(({ id }) => id)).toEqual(ids.title);
    const after = parseShopCursor(first.next ?? null, "newest");
    const second = await listShopVideos(db, { ...query, after });
    expect(second.rows.map(({ id }) => id)).toEqual(ids.elsewhere);
    expect(second.next).toBeUndefined();
  });

  test("a cursor of the other matches lists all videos after it when nothing is searched for", async () => {
    const after = { createdAt: new Date(1_700_000_000_000 + 500), id: ids.title[0] as string };
    const list = (cursor: object) => listShopVideos(db, { after: { ...after, ...cursor } });
    expect(await list({ elsewhere: true })).toEqual(await list({}));
  });
});

describe("the nearest results", () => {
  const nearest = async (typed: string, narrowing = {}) => {
    const { rows } = await listNearestVideos(db, searchTerms(typed), narrowing);
    return rows.map(({ title }) => title).sort();
  };
  beforeAll(async () => {
    const creator = await addCreator(db, "Lia Nakamura");
    for (const title of ["Violão para iniciantes", "Violão avançado", "Crochê para iniciantes"])
      await addVideo(db, creator, { title });
    await addVideo(db, creator, { title: "Violino ainda enviando", published: false });
  });

  test.each([
    ["a letter left out in each word", "violao inicante", ["Violão para iniciantes"]],
    ["two letters swapped", "viloao", ["Violão avançado", "Violão para iniciantes"]],
    ["words in another order", "iniciantes violão", ["Violão para iniciantes"]],
    ["a creator's name", "nakamora", ["Crochê para iniciantes", "Violão avançado", "Violão para iniciantes"]],
    ["one word that nothing has", "crochê xyzzyq", ["Crochê para iniciantes"]],
    ["what has not gone on sale", "enviano", []],
    ["nothing like anything", "xyzzyq", []],
    ["words too short", "a de", []],
    ["signs", "%_ '; --", []],
  ])("for %s are the expected titles", async (_, typed, found) =>
    expect(await nearest(typed)).toEqual(found),
  );

  test("respect the filters", async () => {
    expect(await nearest("violao inicante", { maxPriceCents: 4989 })).toEqual([]);
    expect(await nearest("violao inicante", { topic: "musica" })).toEqual([]);
  });
});

test("an empty search lists everything for sale, and nothing else", async () => {
  const { rows } = await listShopVideos(db, { search: "", creatorId });
  expect(rows.map(({ title }) => title).sort()).toEqual([...titles].sort());
});

test("a row has its description up to the chapters, cut to what a card shows", async () => {
  const cards = {
    [`Aula de marimba. ${"x".repeat(200)}`]: `Aula de marimba. ${"x".repeat(143)}`,
    "Duas baquetas.\r\n\t[0:00] Postura\n1:05 Sol\nFim.": "Duas baquetas.\r",
    "0:00 Postura\nSem mais.": "0:00 Postura\nSem mais.",
  };
  const id = await addVideo(db, creatorId, { title: "Marimba" });
  for (const [description, card] of Object.entries(cards)) {
    await setRows(db, "videos", { id }, { description });
    const { rows } = await listShopVideos(db, { search: "Marimba" });
    expect(rows[0]?.description).toBe(card);
    expect(beforeChapters(description).slice(0, 160)).toBe(card);
  }
  await setRows(db, "videos", { id }, { deleted_at: new Date() });
});

test("no row of a search contains a video's location or its creator's e-mail", async () => {
  const { rows } = await listShopVideos(db, {});
  expect(JSON.stringify(rows[0])).not.toContain("@");
  const names = new Set(rows.flatMap((row) => Object.keys(row)));
  const shown =
    "created_at creator_id creator_name currency description duration_seconds id lesson_count portrait_key " +
    "price_cents rating_total review_count spoken_language thumbnail_url title";
  expect([...names].sort()).toEqual(shown.split(" "));
});
