/** Public pages against node http sending the same bytes; pages of a person, in processor time. */
import { type AppUnderTest, addVideos, publishAndWatch } from "./app-under-test";
import type { BareProcess } from "./bare-process";
import { compare, type Measured, measureLoad } from "./load";
import { findPublicPages } from "./public-pages";

export interface PageTimes {
  what: string;
  app: Measured;
  bare?: Measured;
}

export async function* measurePublicPages(
  app: AppUnderTest,
  startBare: (...paths: string[]) => Promise<BareProcess>,
): AsyncGenerator<PageTimes> {
  await addVideos(app, 30);
  const paths = await findPublicPages(app.url);
  for (const path of Object.values(paths)) await requireCacheable(`${app.url}${path}`);
  const bare = await startBare(...Object.values(paths));
  for (const [name, path] of Object.entries(paths))
    for (const encoding of ["identity", "br"]) {
      const headers = { "Accept-Encoding": encoding };
      const at =
        ({ url, pid }: { url: string; pid: number }) =>
        () =>
          measureLoad({ headers, connections: 20, url: url + path, pid });
      const measured = await compare(at(app), at(bare));
      yield { what: `${name}, ${encoding}, against node http sending the same`, ...measured };
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
