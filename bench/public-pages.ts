import { demoLogins } from "../dev/demo/add-demo-data";
import { cookiesOf, post } from "./forms";

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
