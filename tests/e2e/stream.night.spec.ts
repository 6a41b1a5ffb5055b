/** Videos by way of Cloudflare Stream: sent there, prepared, watched, with and without script. */
import type { Page } from "@playwright/test";
import { sql } from "kysely";
import { uploadChunkBytes } from "../../app/features/studio/uploads/upload-limits";
import { longClip, removeLongClips } from "./support/long-clip";
import { inOwnWorld, startWorld } from "./support/own-world";
import { card, open, runsScript, takenOver, toast } from "./support/pages";
import { newTitle } from "./support/people";
import { clipFile, description, thumbnailFile } from "./support/shop";
import { reaches, slowLine } from "./support/slow-line";
import { expect } from "./support/test";
import { chooseFile, fillVideo, pressPublish } from "./support/upload";
import { expectSeeks } from "./support/video";

const test = inOwnWorld(async () => {
  const world = await startWorld({ stream: true });
  const { stream } = world.local;
  if (!stream) throw new Error("no stream in this world");
  return { ...world, stream };
});

const MiB = 1024 * 1024;
test.afterAll(removeLongClips);
// One world, in which videos are held: one test at a time.
test.describe.configure({ mode: "serial" });

async function fillIn(page: Page, title: string, path: string): Promise<void> {
  if (runsScript()) {
    await chooseFile(page, path);
    await fillVideo(page, title);
    return pressPublish(page);
  }
  await open(page, "/creator/upload");
  await page.getByLabel("Título").fill(title);
  await page.getByLabel("Descrição").fill(description);
  await page.getByLabel("Preço").fill("49,90");
  await page.getByLabel("Imagem de capa").setInputFiles(thumbnailFile);
  await page.getByLabel("Arquivo de vídeo").setInputFiles(path);
  await page.getByRole("button", { name: "Publicar vídeo" }).click();
}

function player(page: Page) {
  return page.locator("video");
}

const stateOf = (page: Page) =>
  player(page).evaluate((video: HTMLVideoElement) => ({
    src: video.currentSrc,
    knows: video.readyState >= HTMLMediaElement.HAVE_METADATA,
    seconds: video.duration,
    error: video.error?.message ?? null,
  }));

test("a video sent from the browser to the streaming service survives network failures, is listed while encoded, and plays", async ({
  visit,
  shop,
  world,
  browserConsole,
}) => {
  browserConsole.allow(/net::ERR_|Failed to load resource/);
  const { stream } = world;
  const creator = await shop.creator();
  const page = await visit(creator);
  const title = newTitle();
  const clip = longClip(12 * MiB);
  const sent: { to: string; from: number }[] = [];
  page.on("request", (request) => {
    if (request.method() !== "PATCH") return;
    sent.push({ to: new URL(request.url()).origin, from: Number(request.headers()["upload-offset"]) });
  });
  stream.hold("inprogress", 40);
  stream.cutNext({ afterBytes: 6 * MiB, keep: true });
  await fillIn(page, title, clip.path);
  await expect(page).toHaveURL("/creator/videos", { timeout: 60_000 });
  // Not a byte of it came to our own server.
  expect(new Set(sent.map(({ to }) => to))).toEqual(new Set([stream.url]));
  // It went on in the middle of what was cut, not where that had begun.
  expect(sent.filter(({ from }) => from > 0 && from < 10 * MiB)).toHaveLength(1);
  expect(stream.videos().at(-1)).toMatchObject({ received: 12 * MiB, requireSignedURLs: true });

  await test.step("the creator sees the progress of the encoding, and nobody can buy the video", async () => {
    await expect(toast(page, "Vídeo enviado com sucesso!")).toBeVisible();
    await expect(card(page, title).getByText("Processando… 40%")).toBeVisible();
    await expect(card(page, title).getByRole("link", { name: /Editar/ })).toHaveCount(0);
    await card(page, title).getByRole("link", { name: title, exact: true }).click();
    await expect(page.getByText("Este vídeo está sendo preparado")).toBeVisible();
    await expect(page.getByText("Processando… 40%")).toBeVisible();
    await open(page, `/marketplace?q=${title}`);
    await expect(page.getByText("Nenhum vídeo disponível")).toBeVisible();
  });

  await test.step("the page shows by itself that the video is ready", async () => {
    await open(page, "/creator/videos");
    // The page stays during a network failure.
    await page.context().setOffline(true);
    await page.waitForEvent("requestfailed", { timeout: 30_000 });
    await expect(card(page, title).getByText("Processando… 40%")).toBeVisible();
    await page.context().setOffline(false);
    stream.release();
    await expect(card(page, title).getByRole("link", { name: `Editar: ${title}` })).toBeVisible({
      timeout: 45_000,
    });
  });

  const id = (await card(page, title).locator('a[href*="/videos/"]').first().getAttribute("href"))
    ?.split("/")
    .at(-1);
  test.skip(!stream.encodes, "no ffmpeg on this machine: nothing is encoded");

  await test.step("a browser with ManagedMediaSource, such as Safari, plays HLS natively", async () => {
    const safari = await visit(creator);
    await safari.addInitScript(() => Object.assign(window, { ManagedMediaSource: MediaSource }));
    const asked: string[] = [];
    safari.on("request", (request) => asked.push(request.url()));
    await open(safari, `/watch/${id}`);
    await expect.poll(() => stateOf(safari)).toMatchObject({ knows: true, error: null });
    expect((await stateOf(safari)).src).toContain(".m3u8");
    await expectSeeks(safari);
    expect(asked.filter((url) => /\/assets\/hls-/.test(url))).toEqual([]);
    await expect(safari.getByText("O link de acesso a este vídeo expira em 1 hora.")).toBeVisible();
  });

  await test.step("any other browser, including a Chromium that may support HLS, plays it by script and survives an expired link without a gap", async () => {
    const other = await visit(creator);
    await other.clock.install();
    await open(other, `/watch/${id}`);
    // The browser's own engine may have begun before.
    await expect.poll(async () => (await stateOf(other)).src).toMatch(/^blob:/);
    await expect.poll(() => stateOf(other)).toMatchObject({ knows: true, error: null });
    const { src } = await stateOf(other);
    await expectSeeks(other);
    const renewed = other.waitForResponse((response) => response.url().endsWith("/link"));
    await other.clock.fastForward("51:00");
    expect((await renewed).status()).toBe(200);
    expect((await stateOf(other)).src).toBe(src);
    await expectSeeks(other);
  });
});

test("an upload to the service resumes after a reload with the same file", async ({ visit, shop, world }) => {
  const { stream } = world;
  const page = await visit(await shop.creator());
  page.on("dialog", (dialog) => dialog.accept());
  const title = newTitle();
  const clip = longClip(24 * MiB, "aula.mp4");
  const line = await slowLine(page, 4 * MiB);
  await fillIn(page, title, clip.path);
  const bar = page.getByRole("progressbar", { name: /^Envio de/ });
  await reaches(bar, 55);
  await page.reload();
  await takenOver(page);
  await expect(page.getByLabel("Escolher de novo")).toBeAttached();
  const sent: { to: string; from: number }[] = [];
  page.on("request", (request) => {
    if (request.method() !== "PATCH") return;
    sent.push({ to: new URL(request.url()).origin, from: Number(request.headers()["upload-offset"]) });
  });
  await line();
  await page.getByLabel("Escolher de novo").setInputFiles(clip.path);
  // To its link, or to the list while the service has not reported it ready.
  await expect(page).toHaveURL(/\/(share|creator\/videos)$/, { timeout: 60_000 });
  expect(new Set(sent.map(({ to }) => to))).toEqual(new Set([stream.url]));
  // The first chunk had come, and is not sent again.
  expect(Math.min(...sent.map(({ from }) => from))).toBeGreaterThanOrEqual(uploadChunkBytes);
  expect(stream.videos().at(-1)).toMatchObject({ received: 24 * MiB });
});

test("a video sent to the server is passed to the service, bought, and played as HLS or MP4", {
  tag: "@plain",
}, async ({ visit, shop, script, world, browserConsole }) => {
  test.skip(script, "with script the browser sends it itself: above");
  browserConsole.allow(/net::ERR_FAILED|status of 501/);
  const { stream } = world;
  const page = await visit(await shop.creator());
  const title = newTitle();
  stream.hold("inprogress", 40);
  await fillIn(page, title, clipFile);
  await expect(page).toHaveURL("/creator/videos");
  await expect(card(page, title).getByText(/^Processando…/)).toBeVisible();
  expect(stream.videos().at(-1)).toMatchObject({ requireSignedURLs: true });
  stream.release();
  await expect
    .poll(async () => {
      await open(page, "/creator/videos");
      return card(page, title)
        .getByRole("link", { name: `Editar: ${title}` })
        .count();
    })
    .toBe(1);
  const id =
    (await card(page, title).locator('a[href*="/videos/"]').first().getAttribute("href"))
      ?.split("/")
      .at(-1) ?? "";

  const learner = await shop.learner();
  await shop.buy(learner, { id, title });
  await stream.settled();
  // The job that asks the service about its videos otherwise comes once a minute.
  await sql`UPDATE video_streams SET check_at = now() WHERE check_at IS NOT NULL`.execute(world.db);
  await sql`SELECT graphile_worker.add_job('check-streams')`.execute(world.db);
  const watching = await visit(learner);
  await expect
    .poll(async () => {
      await open(watching, `/watch/${id}`);
      return watching.locator('source[type="video/mp4"]').count();
    })
    .toBe(1);
  if (stream.encodes) await expect.poll(() => stateOf(watching)).toMatchObject({ knows: true, error: null });

  await test.step("a browser without HLS plays the MP4", async () => {
    await watching.route("**/manifest/**", (route) => route.abort());
    await open(watching, `/watch/${id}`);
    await expect.poll(() => stateOf(watching)).toMatchObject({ knows: true, error: null });
    const { src } = await stateOf(watching);
    expect(src).toContain("/downloads/default.mp4");
    const part = await watching.request.get(src, { headers: { Range: "bytes=100-199" } });
    expect([part.status(), (await part.body()).length]).toEqual([206, 100]);
  });
});
