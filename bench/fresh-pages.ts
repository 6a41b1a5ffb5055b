/**
 * Pages of a person rendered from data that was not rendered before, in processor time of the server. With the folder
 * of a built release in `BENCH_BEFORE`, that release is measured in turn, with its own database.
 */
import { join } from "node:path";
import { startApp } from "../dev/app-process";
import { buildApp } from "../dev/build-app";
import { addVideos, registerCreator } from "./app-under-test";
import { effort } from "./effort";
import { type Measured, measureLoad, medians } from "./load";
import { startRelease } from "./release";

export interface FreshPage {
  what: string;
  now: Measured;
  before: Measured | undefined;
}

type Side = { url: string; pid: number; cookie: string; paths: Record<string, string> };

/** An odd number of rounds, in which the releases take turns. */
const rounds = effort.rounds + 2;

export async function* measureFreshPages(dir: string): AsyncGenerator<FreshPage> {
  await buildApp();
  const roots = [process.cwd(), ...(process.env.BENCH_BEFORE ? [process.env.BENCH_BEFORE] : [])];
  const stops: (() => Promise<void>)[] = [];
  try {
    const sides: Side[] = [];
    for (const root of roots) sides.push(await startSide(root, join(dir, `fresh-${sides.length}`), stops));
    for (const what of Object.keys(sides[0]?.paths ?? {})) {
      const measured = sides.map((): Measured[] => []);
      // The first round does not count: a process compiles what it runs often.
      for (let round = 0; round <= rounds; round++) {
        for (const [at, side] of sides.entries()) {
          const found = await measureLoad({
            url: side.url + side.paths[what],
            pid: side.pid,
            seconds: effort.seconds,
            distinct: true,
            headers: { "Accept-Encoding": "br", Cookie: side.cookie },
          });
          if (round > 0) measured[at]?.push(found);
        }
      }
      const [now, before] = measured.map(medians);
      if (now) yield { what, now, before };
    }
  } finally {
    for (const stop of stops.reverse()) await stop();
  }
}

async function startSide(root: string, dir: string, stops: (() => Promise<void>)[]): Promise<Side> {
  const release = await startRelease(root, dir);
  stops.push(release.stop);
  const env = { ...release.env, DATABASE_URL: release.databaseOwnerUrl };
  const app = await startApp({ ...release.env, ...profiling(), SABIA_WORKER: "1" }, { quiet: true, root });
  stops.push(app.stop);
  const cookie = (await registerCreator(release.url)).replace(/;? ?sabia-flash=[^;]*/, "");
  await addVideos({ env }, 30);
  const shop = await (await fetch(`${release.url}/marketplace`, { headers: { Cookie: cookie } })).text();
  // Earlier releases have addresses without a slug.
  const sales = /\/videos\/[a-z0-9-]+(?=")/.exec(shop)?.[0];
  if (!sales) throw new Error("the marketplace has no video");
  const paths = {
    "Marketplace of someone signed in": "/marketplace",
    "My videos": "/creator/videos",
    "Sales page of someone signed in": sales,
    "Small page of someone signed in": "/unsubscribe",
  };
  return { url: release.url, pid: app.process.pid ?? 0, cookie, paths };
}

/** A module for the server, such as one that writes a profile. */
function profiling(): Record<string, string> {
  const module = process.env.BENCH_IMPORT;
  return module ? { NODE_OPTIONS: `--import=${module}` } : {};
}
