/** Public pages against node http sending the same bytes; pages of a person, in processor time. */
import { demoLogins } from "../dev/demo/add-demo-data";
import { addVideos, cookiesOf, post, publishAndWatch } from "./app-under-test";
import { compare, measureLoad } from "./load";
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

export async function findPublicPages(url: string): Promise<Record<string, string>> {
  const shop = await (await fetch(`${url}/marketplace`)).text();
  const video = /\/videos\/[a-z0-9-]+-[0-9a-f]{8}(?=")/.exec(shop)?.[0];
  if (!video) throw new Error("the shop is empty");
  const creator = /\/creators\/[a-z0-9-]+/.exec(await (await fetch(url + video)).text())?.[0];
  if (!creator) throw new Error("the sales page names no creator");
  return { "Landing page": "/", Marketplace: "/marketplace", "Sales page": video, "Creator's page": creator };
}

/** Signed in as the demo's learner. */
export async function findWatchPage(url: string): Promise<{ path: string; cookie: string }> {
  const learner = demoLogins.find(({ role }) => role === "learner");
  if (!learner) throw new Error("the demo has no learner");
  const { email, password } = learner;
  const cookie = cookiesOf(await post(url, "/consumer-login", { intent: "login", email, password }));
  const read = async (path: string) => (await fetch(url + path, { headers: { Cookie: cookie } })).text();
  // Purchases that are not paid yet have a page as well, but no player.
  for (const [path] of (await read("/purchases")).matchAll(/\/watch\/[0-9a-f-]{36}(?=")/g))
    if ((await read(path)).includes('id="player"')) return { path, cookie };
  throw new Error("the learner has no video to watch");
}
