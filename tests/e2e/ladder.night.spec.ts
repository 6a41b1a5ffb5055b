/** A stored video's ladder in the player: hls.js and Chromium, files in a bucket of another origin. */
import { execFileSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Page, Request } from "@playwright/test";
import { findPrograms } from "~/integrations/conversion/run-program.server";
import { setUpBucket } from "~/integrations/storage/s3-setup.server";
import { startS3Server } from "../support/s3/s3-server";
import { answered } from "./support/console-watch";
import { inOwnWorld, startWorld } from "./support/own-world";
import { open } from "./support/pages";
import type { Person, Shop, ShopVideo } from "./support/shop";
import { expect } from "./support/test";

const test = inOwnWorld(async () => {
  const { settings, variables, close } = await startS3Server();
  const world = await startWorld({
    variables: async (appUrl) => {
      await setUpBucket(settings, { appUrl, uploadsKeptDays: 7 });
      return { ...variables, VIDEO_LADDER: "on" };
    },
  });
  const stop = () => world.stop().then(close);
  return { ...world, stop, bucketUrl: settings.endpoint };
});

const programs = findPrograms(process.env.PATH);
const seconds = 60;

/** A minute of a moving picture, whose rungs are of 360 and 720 lines. */
function makeLesson(): Buffer {
  const dir = mkdtempSync(join(tmpdir(), "sabia-lesson-"));
  try {
    const path = join(dir, "lesson.mp4");
    execFileSync(programs?.ffmpeg ?? "", [
      "-v",
      "error",
      "-f",
      "lavfi",
      "-i",
      `testsrc2=size=1280x720:rate=10:duration=${seconds}`,
      "-f",
      "lavfi",
      "-i",
      `sine=duration=${seconds}`,
      "-c:v",
      "libx264",
      "-preset",
      "ultrafast",
      "-pix_fmt",
      "yuv420p",
      "-c:a",
      "aac",
      path,
    ]);
    return readFileSync(path);
  } finally {
    rmSync(dir, { recursive: true, force: true });
  }
}

async function publishLadder(shop: Shop): Promise<{ video: ShopVideo; learner: Person }> {
  const creator = await shop.creator();
  const video = await shop.publish(creator, { file: makeLesson() });
  const playlist = () => creator.http.get(`/watch/${video.id}/playlist.m3u8`);
  await expect.poll(async () => (await playlist()).status(), { timeout: 200_000 }).toBe(200);
  const learner = await shop.learner();
  await shop.buy(learner, video);
  await expect
    .poll(async () => (await learner.http.get(`/watch/${video.id}/playlist.m3u8`)).status())
    .toBe(200);
  return { video, learner };
}

const state = (page: Page) =>
  page.locator("video").evaluate((player: HTMLVideoElement) => ({
    at: player.currentTime,
    lines: player.videoHeight,
    paused: player.paused,
    error: player.error?.code ?? null,
    src: player.currentSrc,
  }));

const play = (page: Page) =>
  page.locator("video").evaluate(async (player: HTMLVideoElement) => {
    player.muted = true;
    // The promise of this call ends with the file that the ladder replaces.
    await player.play().catch(() => undefined);
  });

const seek = (page: Page, to: number) =>
  page.locator("video").evaluate((player: HTMLVideoElement, to) => {
    player.currentTime = to;
  }, to);

async function expectPlaysOn(page: Page): Promise<void> {
  const { at } = await state(page);
  await expect.poll(async () => (await state(page)).at).toBeGreaterThan(at + 0.5);
  expect(await state(page)).toMatchObject({ paused: false, error: null });
}

function follow(page: Page): Request[] {
  const asked: Request[] = [];
  page.on("request", (request) => asked.push(request));
  return asked;
}

test.skip(!programs, "no ffmpeg on this machine: there are no ladders");

test("the adaptive ladder plays from the first press, seeks, switches rungs, and survives an expired link", async ({
  visit,
  shop,
  world,
  browserConsole,
}) => {
  test.setTimeout(420_000);
  browserConsole.allow(answered(403));
  const { video, learner } = await publishLadder(shop);
  const { bucketUrl } = world;
  const enter = async () => {
    const page = await visit(learner);
    // The tests' own header would need the bucket's leave.
    await page.context().setExtraHTTPHeaders({});
    return page;
  };
  const page = await enter();
  const asked = follow(page);
  const rungsAsked = () =>
    asked.map((request) => request.url()).filter((url) => url.startsWith(bucketUrl) && /-\d+p-/.test(url));

  await test.step("the page requests no playlist before the first play", async () => {
    await open(page, `/watch/${video.id}`);
    await expect.poll(async () => (await state(page)).lines).toBe(720);
    expect((await state(page)).src).toContain(bucketUrl);
    expect(asked.filter((request) => /hls|m3u8/.test(request.url()))).toEqual([]);
  });

  await test.step("hls.js plays byte ranges straight from the bucket", async () => {
    await play(page);
    await expect.poll(async () => (await state(page)).src).toMatch(/^blob:/);
    await expectPlaysOn(page);
    expect(rungsAsked().length).toBeGreaterThan(1);
    const ranges = asked.filter((request) => rungsAsked().includes(request.url()));
    expect(ranges.every((request) => /^bytes=\d+-\d+$/.test(request.headers().range ?? ""))).toBe(true);
  });

  await test.step("the player reads half a minute ahead, not the whole lesson", async () => {
    // Time enough for the whole lesson to arrive from this machine.
    await expect.poll(async () => (await state(page)).at).toBeGreaterThan(3);
    const ahead = () =>
      page
        .locator("video")
        .evaluate((player: HTMLVideoElement) => player.buffered.end(0) - player.currentTime);
    await expect.poll(ahead).toBeGreaterThan(25);
    expect(await ahead()).toBeLessThan(40);
  });

  await test.step("the player seeks forward and back", async () => {
    await seek(page, 50);
    await expectPlaysOn(page);
    expect((await state(page)).at).toBeGreaterThan(49.9);
    await seek(page, 2);
    await expectPlaysOn(page);
    expect((await state(page)).at).toBeLessThan(30);
  });

  await test.step("the player switches to the small rung on a slow connection and up on a fast one", async () => {
    const devtools = await page.context().newCDPSession(page);
    const line = (downloadThroughput: number) =>
      devtools.send("Network.emulateNetworkConditions", {
        offline: false,
        latency: 20,
        downloadThroughput,
        uploadThroughput: -1,
      });
    await line(60_000);
    await page.reload();
    await play(page);
    await expect.poll(async () => (await state(page)).lines, { timeout: 60_000 }).toBe(360);
    await line(-1);
    await expect.poll(async () => (await state(page)).lines, { timeout: 60_000 }).toBe(720);
  });

  await test.step("the player gets new links after a refused one, and keeps its position", async () => {
    let refused = 0;
    const expired = await enter();
    // As the store answers from the hour's end on, until the player has asked for another link.
    let renewed = false;
    expired.on("request", (request) => {
      if (request.url().endsWith("/link")) renewed = true;
    });
    await expired.route(/-\d+p-[0-9a-f]{8}\.mp4/, async (route) => {
      const from = Number(/bytes=(\d+)/.exec(route.request().headers().range ?? "")?.[1]);
      if (renewed || from < 1_000_000) return route.continue();
      refused += 1;
      await route.fulfill({ status: 403, headers: { "Access-Control-Allow-Origin": "*" } });
    });
    await open(expired, `/watch/${video.id}`);
    await play(expired);
    await expect.poll(async () => (await state(expired)).src).toMatch(/^blob:/);
    await expectPlaysOn(expired);
    await seek(expired, 55);
    await expect.poll(() => refused).toBeGreaterThan(0);
    // At the first refusal, not once hls.js has tried every rung.
    await expect.poll(() => renewed, { timeout: 10_000 }).toBe(true);
    await expectPlaysOn(expired);
    expect((await state(expired)).at).toBeGreaterThan(54.9);
    await expect(expired.getByRole("alert")).toHaveCount(0);
  });

  await test.step("the player waits during a network failure and resumes at its position", async () => {
    browserConsole.allow(/ERR_INTERNET_DISCONNECTED|Failed to fetch/);
    const cut = await enter();
    // What a quick line loads ahead would not be missed: the rest waits until the line is lost.
    let loseLine = () => {};
    const lineIsLost = new Promise<void>((resolve) => {
      loseLine = resolve;
    });
    await cut.route(/-\d+p-[0-9a-f]{8}\.mp4/, async (route) => {
      const from = Number(/bytes=(\d+)/.exec(route.request().headers().range ?? "")?.[1]);
      if (from >= 1_000_000) await lineIsLost;
      await route.continue().catch(() => undefined);
    });
    await open(cut, `/watch/${video.id}`);
    await play(cut);
    await expectPlaysOn(cut);
    await cut.context().setOffline(true);
    loseLine();
    await seek(cut, 52);
    await expect(cut.getByText("Sem conexão")).toBeVisible({ timeout: 60_000 });
    await cut.context().setOffline(false);
    await expect.poll(async () => (await state(cut)).at, { timeout: 60_000 }).toBeGreaterThan(52.5);
    expect((await state(cut)).at).toBeLessThan(60);
    await expect(cut.getByRole("alert")).toHaveCount(0);
    await expect(cut.getByText("Sem conexão")).toHaveCount(0);
  });

  await test.step("the player plays the file if hls.js does not load", async () => {
    browserConsole.allow(/Failed to load resource: net::ERR_FAILED|dynamically imported module/);
    const without = await enter();
    // Of the whole browser: once the service worker has taken over, it is what asks for the file.
    await without.context().route(/\/assets\/hls/, (route) => route.abort());
    await open(without, `/watch/${video.id}`);
    await play(without);
    await expect.poll(async () => (await state(without)).at).toBeGreaterThan(0.5);
    expect((await state(without)).src).toContain(bucketUrl);
  });
});

test("a lesson in a bucket has small pictures and its sound alone, also on a device once the server has stopped", async ({
  visit,
  shop,
  world,
  browserConsole,
}) => {
  test.setTimeout(420_000);
  const { video, learner } = await publishLadder(shop);
  const frames = async () => (await learner.http.get(`/watch/${video.id}/frames`)).status();
  await expect.poll(frames, { timeout: 60_000 }).toBe(200);
  expect((await (await shop.learner()).http.get(`/watch/${video.id}/frames`)).status()).toBe(403);
  const page = await visit(learner);
  await page.context().setExtraHTTPHeaders({});
  const choose = async (quality: string) => {
    await page.getByRole("button", { name: "Mais controles" }).click();
    await page.getByLabel("Qualidade").selectOption(quality);
    await page.keyboard.press("Escape");
  };

  await test.step("the strip shows the picture of the second under the pointer", async () => {
    await open(page, `/watch/${video.id}`);
    const picture = page.locator("image");
    await expect(picture).toHaveCount(0);
    await page.getByLabel("Posição no vídeo").hover();
    await expect(picture).toHaveAttribute("href", `/watch/${video.id}/frames`);
    await page.mouse.move(0, 0);
    await expect(picture).toHaveCount(0);
  });

  await test.step("the sound plays alone, at the same moment, and the choice is kept", async () => {
    await play(page);
    await expectPlaysOn(page);
    await seek(page, 20);
    await choose("Só áudio");
    await expect.poll(async () => (await state(page)).src).toContain("-sound-");
    expect(await state(page)).toMatchObject({
      src: expect.stringContaining(world.bucketUrl),
      lines: 0,
    });
    await expectPlaysOn(page);
    expect((await state(page)).at).toBeGreaterThan(19.5);
    await choose("Automática");
    await expect.poll(async () => (await state(page)).lines).toBeGreaterThan(0);
    await expectPlaysOn(page);
    expect((await state(page)).at).toBeGreaterThan(19.5);
    await choose("Só áudio");
    await page.reload();
    await play(page);
    await expect.poll(async () => (await state(page)).src).toContain("-sound-");
    await expectPlaysOn(page);
  });

  await test.step("its sound is kept on the device, from the bucket", async () => {
    await page.locator("summary", { hasText: /^Baixar · / }).click();
    const sizes = page.getByRole("group", { name: "Tamanhos do download" });
    await expect(sizes.getByRole("radio")).toHaveCount(3);
    await sizes.getByRole("radio", { name: /^Só áudio/ }).check();
    await sizes.getByRole("button", { name: /^Baixar · .*MB$/ }).click();
    await expect(page.getByText(/^Baixado/)).toBeVisible();
  });

  await test.step("it plays once the server has stopped", async () => {
    browserConsole.allow(/ERR_CONNECTION_REFUSED|Failed to fetch/);
    await world.app.stop();
    await page.goto("/downloads");
    await page.getByRole("button", { name: `Assistir: ${video.title}` }).click();
    await expectPlaysOn(page);
    await seek(page, 40);
    await expectPlaysOn(page);
    expect(await state(page)).toMatchObject({ lines: 0, error: null });
  });
});
