/**
 * Pages of everyone against node http sending the same bytes, and against the same pages rendered; pages of a person.
 */

import pg from "pg";
import { videoPath } from "../app/features/videos/listing/video-address";
import { type AppUnderTest, addVideos } from "./app-under-test";
import type { ChildServer } from "./child-server";
import { effort } from "./effort";
import { compareInTurn, type Measured, measureLoad } from "./load";

/** Any cookie, with an address of its own: the page is then rendered. */
const uncached = { Cookie: "bench=1" };

export interface PageTimes {
  what: string;
  app: Measured;
  bare?: Measured;
  bar: number | undefined;
}

export interface PublicPaths {
  marketplace: string;
  landing: string;
  sales: string;
  creator: string;
}

/** Fills the shop. Returns the addresses of the public pages. */
export async function findPublicPaths(app: AppUnderTest): Promise<PublicPaths> {
  await addVideos(app, 30);
  const client = new pg.Client({ connectionString: app.env.DATABASE_URL });
  await client.connect();
  try {
    const { rows } = await client.query<{ id: string; title: string; handle: string }>(
      "SELECT id, title, (SELECT handle FROM creator_profiles WHERE user_id = creator_id) AS handle FROM videos WHERE published_at IS NOT NULL LIMIT 1",
    );
    const [row] = rows;
    if (!row) throw new Error("the shop is empty");
    return {
      landing: "/",
      marketplace: "/marketplace",
      sales: videoPath(row),
      creator: `/creators/${row.handle}`,
    };
  } finally {
    await client.end();
  }
}

/** Measures the kept pages: `bar` is the least ratio of the app's rate to the bare one's. */
export async function* measureKeptPages(
  app: AppUnderTest,
  paths: PublicPaths,
  startBare: (paths: string[]) => Promise<ChildServer>,
): AsyncGenerator<PageTimes> {
  const { rounds, seconds } = effort;
  for (const path of Object.values(paths)) await requireKept(`${app.url}${path}`);
  const bare = await startBare(Object.values(paths));
  for (const [name, path] of Object.entries(paths)) {
    for (const encoding of ["identity", "br"]) {
      const headers = { "Accept-Encoding": encoding };
      const load = { headers, seconds, connections: 20 };
      const at = (side: { url: string; pid: number }) => () =>
        measureLoad({ ...load, url: side.url + path, pid: side.pid });
      const what = `${name} page for everyone, ${encoding}`;
      const measured = await compareInTurn(rounds, at(app), at(bare));
      yield { what: `${what}, against node http sending the same`, ...measured, bar: 0.75 };
      if (encoding === "identity") continue;
      const rendered = await measureLoad({
        ...load,
        url: app.url + path,
        headers: { ...headers, ...uncached },
        seconds: 3,
        pid: app.pid,
        distinct: true,
      });
      yield { what: `${what}, against rendering it each time`, app: measured.app, bare: rendered, bar: 50 };
    }
  }
}

/** Measures pages of one person, with Brotli: their data rendered before, against each page rendered. */
export async function* measureOwnPages(app: AppUnderTest, watchPath: string): AsyncGenerator<PageTimes> {
  const cookie = app.cookie.replace(/;? ?sabia-flash=[^;]*/, "");
  const own = { "Accept-Encoding": "br", Cookie: cookie };
  const pages = {
    "Marketplace of someone signed in": "/marketplace",
    "My videos": "/creator/videos",
    "Filtered list of someone signed in": "/marketplace?sort=rating",
    "Watch page": watchPath,
  };
  const { rounds, seconds } = effort;
  for (const [what, path] of Object.entries(pages)) {
    const load = { url: app.url + path, headers: own, seconds, pid: app.pid };
    await measureLoad(load);
    const measured = await compareInTurn(
      rounds,
      () => measureLoad(load),
      () => measureLoad({ ...load, distinct: true }),
    );
    // A watch page has a new signed link each time, and is always rendered.
    const bar = path === watchPath ? undefined : 3;
    yield { what: `${what}, br, against rendering it each time`, ...measured, bar };
  }
}

/** Asks until an answer is kept. */
async function requireKept(url: string): Promise<void> {
  for (let attempt = 0; attempt < 5; attempt += 1) {
    const answer = await fetch(url);
    await answer.arrayBuffer();
    if (answer.headers.get("Cache-Control")?.startsWith("public")) return;
  }
  throw new Error(`${url} is not kept`);
}
