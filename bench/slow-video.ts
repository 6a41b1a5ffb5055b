/**
 * How long a viewer on a slow line waits for the first picture of a video, and how many bytes arrive until then and in
 * the ten seconds after it: the ladder against the original file. Chromium held to 1.6 Mbit/s and 150 ms. Needs FFmpeg.
 */
import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout } from "node:timers/promises";
import pg from "pg";
import puppeteer, { type Browser } from "puppeteer-core";
import { findPrograms } from "../app/integrations/conversion/find-programs.server";
import { chromiumArguments, findChromium } from "../dev/browser/find-chromium";
import { makeThumbnail, startAppUnderTest } from "./app-under-test";
import { effort } from "./effort";
import { medians } from "./load";

/** Milliseconds from the click to the first picture; bytes of the page's media until then, and ten seconds later. */
export interface FirstPicture {
  milliseconds: number;
  bytes: number;
  bytesLater: number;
}

export interface SlowVideo {
  ladder: FirstPicture;
  original: FirstPicture;
  /** Of the original file, in bits. */
  originalBits: number;
  /** Seconds in which the ladder was made, for each second of the video. */
  encodingSeconds: number;
}

const line = {
  offline: false,
  latency: 150,
  downloadThroughput: 1_600_000 / 8,
  uploadThroughput: 750_000 / 8,
};
const clipSeconds = 60;
const laterMs = 10_000;

/** Returns undefined without FFmpeg. */
export async function measureSlowVideo(dir: string): Promise<SlowVideo | undefined> {
  const programs = findPrograms(process.env.PATH);
  if (!programs) return undefined;
  const app = await startAppUnderTest(join(dir, "slow-video"), { VIDEO_LADDER: "on" });
  const client = new pg.Client({ connectionString: app.env.DATABASE_URL });
  await client.connect();
  let browser: Browser | undefined;
  try {
    const clip = makeClip(programs.ffmpeg, join(dir, "slow-video", "clip.mp4"));
    const begun = performance.now();
    await publish(app, clip);
    const id = await waitForLadder(client);
    const encodingSeconds = (performance.now() - begun) / 1_000 / clipSeconds;
    browser = await puppeteer.launch({
      executablePath: await findChromium(),
      args: [...chromiumArguments(), "--autoplay-policy=no-user-gesture-required"],
    });
    const measured = { ladder: [] as FirstPicture[], original: [] as FirstPicture[] };
    for (let round = 0; round < effort.rounds; round++) {
      for (const side of ["ladder", "original"] as const) {
        // Without its ladder, a video's file plays.
        const state = side === "ladder" ? "ready" : "waiting";
        await client.query("UPDATE video_ladders SET state = $1", [state]);
        measured[side].push(await watch(browser, `${app.url}/watch/${id}`, app.cookie));
      }
    }
    return {
      ladder: medians(measured.ladder),
      original: medians(measured.original),
      originalBits: (8 * clip.length) / clipSeconds,
      encodingSeconds,
    };
  } finally {
    await browser?.close();
    await client.end();
    await app.stop();
  }
}

/** A moving picture of 1080 lines at some 5 Mbit/s, whose index comes first. */
function makeClip(ffmpeg: string, path: string): Buffer {
  execFileSync(ffmpeg, [
    "-v",
    "error",
    "-f",
    "lavfi",
    "-i",
    `testsrc2=size=1920x1080:rate=24:duration=${clipSeconds}`,
    "-f",
    "lavfi",
    "-i",
    `sine=duration=${clipSeconds}`,
    "-vf",
    "noise=alls=6:allf=t",
    "-c:v",
    "libx264",
    "-preset",
    "ultrafast",
    "-b:v",
    "5M",
    "-maxrate",
    "6M",
    "-bufsize",
    "10M",
    "-pix_fmt",
    "yuv420p",
    "-c:a",
    "aac",
    "-movflags",
    "+faststart",
    path,
  ]);
  return readFileSync(path);
}

async function publish(app: { url: string; cookie: string }, clip: Buffer): Promise<void> {
  const form = new FormData();
  for (const [name, value] of Object.entries({
    source: "file",
    title: "Aula",
    description: "Em casa.",
    price: "49,90",
  }))
    form.set(name, value);
  form.set(
    "thumbnail",
    new Blob([new Uint8Array(await makeThumbnail())], { type: "image/jpeg" }),
    "capa.jpg",
  );
  form.set("video", new Blob([new Uint8Array(clip)], { type: "video/mp4" }), "aula.mp4");
  const answer = await fetch(`${app.url}/creator/upload`, {
    method: "POST",
    redirect: "manual",
    headers: { Origin: app.url, Cookie: app.cookie },
    body: form,
  });
  if (answer.status !== 303) throw new Error(`the upload was answered ${answer.status}`);
}

/** Waits up to twenty minutes. Returns the video's id. */
async function waitForLadder(client: pg.Client): Promise<string> {
  for (const end = Date.now() + 1_200_000; Date.now() < end; await setTimeout(500)) {
    const { rows } = await client.query<{ video_id: string; state: string }>(
      "SELECT video_id, state FROM video_ladders",
    );
    if (rows[0]?.state === "ready") return rows[0].video_id;
    if (rows[0]?.state === "failed") throw new Error("the ladder could not be made");
  }
  throw new Error("the ladder was not made in twenty minutes");
}

/** Opens a watch page with an empty cache, and plays. */
async function watch(browser: Browser, address: string, cookie: string): Promise<FirstPicture> {
  const context = await browser.createBrowserContext();
  try {
    const page = await context.newPage();
    const devtools = await page.createCDPSession();
    await devtools.send("Network.enable");
    await page.setExtraHTTPHeaders({ Cookie: cookie });
    await devtools.send("Network.emulateNetworkConditions", line);
    await page.goto(address, { waitUntil: "networkidle2", timeout: 60_000 });
    let bytes = 0;
    devtools.on("Network.dataReceived", ({ encodedDataLength, dataLength }) => {
      bytes += encodedDataLength || dataLength;
    });
    const milliseconds = await page.$eval(
      "video",
      (player) =>
        new Promise<number>((resolve) => {
          const begun = performance.now();
          player.muted = true;
          player.requestVideoFrameCallback(() => resolve(performance.now() - begun));
          // The promise of this call ends with the file that a ladder replaces.
          player.play().catch(() => undefined);
        }),
    );
    const first = bytes;
    await setTimeout(laterMs);
    return { milliseconds, bytes: first, bytesLater: bytes };
  } finally {
    await context.close();
  }
}
