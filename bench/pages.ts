/** Public pages against node http sending the same bytes; pages of a person, in processor time. */
import pg from "pg";
import { videoPath } from "../app/features/videos/listing/video-address";
import { type AppUnderTest, addVideos, publishAndWatch } from "./app-under-test";
import type { BareProcess } from "./bare-process";
import { compare, type Measured, measureLoad } from "./load";

export interface PageTimes {
  what: string;
  app: Measured;
  bare?: Measured;
}

async function findPublicPaths(app: AppUnderTest): Promise<Record<string, string>> {
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
      Landing: "/",
      Marketplace: "/marketplace",
      Sales: videoPath(row),
      "Creator's": `/creators/${row.handle}`,
    };
  } finally {
    await client.end();
  }
}

export async function* measurePublicPages(
  app: AppUnderTest,
  startBare: (...paths: string[]) => Promise<BareProcess>,
): AsyncGenerator<PageTimes> {
  const paths = await findPublicPaths(app);
  for (const path of Object.values(paths)) await requireCacheable(`${app.url}${path}`);
  const bare = await startBare(...Object.values(paths));
  for (const [name, path] of Object.entries(paths))
    for (const encoding of ["identity", "br"]) {
      const headers = { "Accept-Encoding": encoding };
      const at = ({ url, pid }: { url: string; pid: number }) =>
        measureLoad({ headers, connections: 20, url: url + path, pid });
      const measured = await compare(
        () => at(app),
        () => at(bare),
      );
      yield { what: `${name} page, ${encoding}, against node http sending the same`, ...measured };
    }
}

/** Each rendered for its request. */
export async function* measureOwnPages(app: AppUnderTest): AsyncGenerator<PageTimes> {
  const { watchPath } = await publishAndWatch(app);
  const pages = {
    "Marketplace of a person": "/marketplace",
    "My videos": "/creator/videos",
    "Sorted list of a person": "/marketplace?sort=rating",
    "Watch page": watchPath,
  };
  for (const [what, path] of Object.entries(pages)) {
    const load = {
      url: app.url + path,
      headers: { "Accept-Encoding": "br", Cookie: app.cookie },
      pid: app.pid,
    };
    // Does not count: a process compiles what it runs often.
    await measureLoad({ ...load, distinct: true });
    yield { what: `${what}, br`, app: await measureLoad({ ...load, distinct: true }) };
  }
}

/** The videos were just added: asks until the page is one for everyone. */
async function requireCacheable(url: string): Promise<void> {
  for (let attempt = 0; attempt < 5; attempt += 1) {
    const answer = await fetch(url);
    await answer.arrayBuffer();
    if (answer.headers.get("Cache-Control")?.startsWith("public")) return;
  }
  throw new Error(`${url} is not for everyone`);
}
