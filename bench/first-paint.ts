/**
 * When a phone on a slow line first shows the public pages, and their largest part: Chromium held to 1.6 Mbit/s, 150 ms
 * and a quarter of the processor, with the demo data. With the folder of a built release of the same schema in
 * `BENCH_BEFORE`, that release is measured in turn, on the same database.
 */
import { join } from "node:path";
import puppeteer, { type Browser } from "puppeteer-core";
import { startApp } from "../dev/app-process";
import { chromiumArguments, findChromium } from "../dev/browser/find-chromium";
import { buildApp } from "../dev/build-app";
import { addDemoData } from "../dev/demo/add-demo-data";
import { startLocalWorld } from "../dev/local-world";
import { findFreePort } from "../dev/postgres/free-port";
import { effort } from "./effort";
import { medians } from "./load";
import { findPublicPages } from "./public-pages";

/** Milliseconds after the navigation began. */
interface Shown {
  firstText: number;
  largest: number;
}

export interface FirstPaint {
  what: string;
  now: Shown;
  before: Shown | undefined;
}

/** As Lighthouse's phone: bytes a second, milliseconds of a round trip, and how many times slower the processor is. */
const line = {
  offline: false,
  latency: 150,
  downloadThroughput: 1_600_000 / 8,
  uploadThroughput: 750_000 / 8,
};
const slowerProcessor = 4;
const screen = { width: 412, height: 823, deviceScaleFactor: 1.75, isMobile: true, hasTouch: true };

const rounds = 2 * effort.rounds + 1;

export async function* measureFirstPaint(dir: string): AsyncGenerator<FirstPaint> {
  await buildApp();
  const stops: (() => Promise<void>)[] = [];
  try {
    const urlOf = async () => `http://localhost:${await findFreePort()}`;
    const world = await startLocalWorld({ dir: join(dir, "paint"), appUrl: await urlOf(), ephemeral: true });
    stops.push(world.stop);
    const urls: string[] = [];
    for (const root of [process.cwd(), ...(process.env.BENCH_BEFORE ? [process.env.BENCH_BEFORE] : [])]) {
      const url = urls.length === 0 ? (world.env.APP_URL ?? "") : await urlOf();
      const env = { ...world.env, APP_URL: url, PORT: new URL(url).port };
      const app = await startApp(env, { quiet: true, root });
      stops.push(app.stop);
      urls.push(url);
      if (urls.length === 1) await addDemoData(world);
    }
    const browser = await puppeteer.launch({
      executablePath: await findChromium(),
      args: chromiumArguments(),
    });
    stops.push(() => browser.close());
    for (const [what, path] of Object.entries(await findPublicPages(urls[0] ?? ""))) {
      const measured = urls.map((): Shown[] => []);
      for (let round = 0; round <= rounds; round++) {
        for (const [at, url] of urls.entries()) {
          const shown = await open(browser, url + path);
          // The first round does not count: a page is kept from its first request on.
          if (round > 0) measured[at]?.push(shown);
        }
      }
      const [now, before] = measured.map(medians);
      if (now) yield { what, now, before };
    }
  } finally {
    for (const stop of stops.reverse()) await stop();
  }
}

/** Opens an address as a new visitor. */
async function open(browser: Browser, address: string): Promise<Shown> {
  const context = await browser.createBrowserContext();
  try {
    const page = await context.newPage();
    await page.setViewport(screen);
    const devtools = await page.createCDPSession();
    await devtools.send("Network.emulateNetworkConditions", line);
    await devtools.send("Emulation.setCPUThrottlingRate", { rate: slowerProcessor });
    await page.goto(address, { waitUntil: "networkidle0", timeout: 60_000 });
    return await page.evaluate(
      () =>
        new Promise<Shown>((resolve) => {
          const observer = new PerformanceObserver((list) => {
            const largest = list.getEntries().at(-1)?.startTime ?? Number.NaN;
            const [first] = performance.getEntriesByName("first-contentful-paint");
            resolve({ firstText: first?.startTime ?? Number.NaN, largest });
          });
          observer.observe({ type: "largest-contentful-paint", buffered: true });
        }),
    );
  } finally {
    await context.close();
  }
}
