/** Public pages against node http sending the same bytes; pages of a person, in processor time. */
import { addVideos, publishAndWatch } from "./app-under-test";
import { compare, measureLoad } from "./load";
import { findPublicPages } from "./public-pages";
import { type Bench, loadRow, ms, type Row, verdict } from "./rows";

export async function* measurePublicPages({ theApp, startBare }: Bench): AsyncGenerator<Row> {
  const app = await theApp();
  await addVideos(app, 30);
  const paths = await findPublicPages(app.url);
  for (const path of Object.values(paths)) await requireCacheable(`${app.url}${path}`);
  const bare = await startBare("pages", app.url, ...Object.values(paths));
  for (const [name, path] of Object.entries(paths))
    for (const encoding of ["identity", "br"]) {
      const headers = { "Accept-Encoding": encoding };
      const at =
        ({ url, pid }: { url: string; pid: number }) =>
        () =>
          measureLoad({ headers, connections: 20, url: url + path, pid });
      const sides = await compare(at(app), at(bare));
      const what = `${name}, ${encoding}, against node http sending the same`;
      yield loadRow(what, sides.app, sides.bare, 0.75);
    }
}

/** Each rendered for its request. Bar: 12 ms of processor time. */
export async function* measureOwnPages({ theApp }: Bench): AsyncGenerator<Row> {
  const app = await theApp();
  const { watchPath } = await publishAndWatch(app);
  const pages = {
    "Marketplace of a person": "/marketplace",
    "My videos": "/creator/videos",
    "Sorted list of a person": "/marketplace?sort=rating",
    "Watch page": watchPath,
  };
  const headers = { "Accept-Encoding": "br", Cookie: app.cookie };
  for (const [name, path] of Object.entries(pages)) {
    const load = { url: app.url + path, headers, pid: app.pid, distinct: true };
    // Does not count: a process compiles what it runs often.
    await measureLoad(load);
    const measured = await measureLoad(load);
    const bar = verdict(measured.processor <= 12, "at most 12 ms");
    yield { ...loadRow(`${name}, br`, measured), result: ms(measured.processor), bar };
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
