import { describe, expect, test } from "vitest";
import { listShopVideos } from "~/features/shop/catalog/shop-videos.queries.server";
import { listOwnVideos } from "~/features/studio/own-videos/own-videos.queries.server";
import { videosPerPage } from "~/features/videos/pictures/video-cards.queries.server";
import { type Cursor, type Page, parseCursor } from "~/platform/keyset";
import { addCreator, addVideo } from "../../../support/rows";
import { setRows } from "../../../support/tables";
import { openTestDatabase } from "../../../support/test-database";

const db = await openTestDatabase();
const creatorId = await addCreator(db);
const start = new Date("2026-11-20T12:00:00Z").getTime();

/** Several pages; three of every five rows share one millisecond. */
const times = Array.from(
  { length: 3 * videosPerPage + 5 },
  (_, n) => new Date(start + Math.floor((n * 3) / 5)),
);
const videos: { id: string; at: number }[] = [];
for (const now of times) videos.push({ id: await addVideo(db, creatorId, { now }), at: now.getTime() });

/** Newest first; within a millisecond by id, as PostgreSQL orders uuids. */
const newestFirst = (rows: { id: string; at: number }[]) =>
  [...rows].sort((a, b) => b.at - a.at || (a.id < b.id ? 1 : -1)).map(({ id }) => id);

type List = (after: Cursor | undefined) => Promise<Page<{ id: string }>>;

/** Follows the links' own cursors from page to page. */
async function readAll(list: List, between?: (page: number) => Promise<void>): Promise<string[][]> {
  const pages: string[][] = [];
  let next: string | undefined;
  do {
    const page = await list(next === undefined ? undefined : parseCursor(next));
    pages.push(page.rows.map(({ id }) => id));
    await between?.(pages.length);
    next = page.next;
  } while (next !== undefined && pages.length < 100);
  return pages;
}

const lists: [string, number, List][] = [
  ["the marketplace", videosPerPage, (after) => listShopVideos(db, { after })],
  ["a creator's videos", videosPerPage, (after) => listOwnVideos(db, { creatorId, after })],
];

describe.each(lists)("the list %s", (_, perPage, list) => {
  test("shows every row exactly once, newest first, in full pages", async () => {
    const pages = await readAll(list);
    expect(pages.flat()).toEqual(newestFirst(videos));
    expect(pages.map(({ length }) => length)).toEqual([perPage, perPage, perPage, 5]);
  });

  test("neither repeats nor misses a row when other rows are added and removed meanwhile", async () => {
    const hidden: string[] = [];
    const pages = await readAll(list, async (page) => {
      const id = await addVideo(db, creatorId, { now: new Date(start + 1_000_000 + page) });
      hidden.push(id);
    });
    expect(pages.flat()).toEqual(newestFirst(videos));
    await db.deleteFrom("videos").where("id", "in", hidden).execute();
  });

  test("continues after the row of the cursor was deleted", async () => {
    const first = await list(undefined);
    const cursor = parseCursor(first.next ?? "");
    const last = first.rows.at(-1)?.id ?? "";
    await setRows(db, "videos", { id: last }, { deleted_at: new Date() });
    const second = await list(cursor);
    await setRows(db, "videos", { id: last }, { deleted_at: null });
    expect(second.rows.map(({ id }) => id)).toEqual(newestFirst(videos).slice(perPage, 2 * perPage));
  });
});
