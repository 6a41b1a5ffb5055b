import { expect, type Page } from "@playwright/test";
import { runsScript } from "./pages";

/** Returns the signed URL of the page's player. */
export async function playerSource(page: Page): Promise<string> {
  const source = await page.locator("video").getAttribute("src");
  if (!source) throw new Error("the player has no source");
  return source;
}

/**
 * Expects that the page's video plays: the browser decodes it, its link supports ranges (RFC 9110), and with script
 * it can seek.
 */
export async function expectPlays(page: Page): Promise<void> {
  const video = page.locator("video");
  await expect(video).toBeVisible();
  await expect(video).toHaveJSProperty("error", null);
  // 1 (HAVE_METADATA): duration and size are known.
  await expect
    .poll(() => video.evaluate((player: HTMLVideoElement) => player.readyState))
    .toBeGreaterThanOrEqual(1);

  const source = await playerSource(page);
  const part = await page.request.get(source, { headers: { Range: "bytes=100-199" } });
  expect(part.status()).toBe(206);
  expect(part.headers()["content-range"]).toMatch(/^bytes 100-199\/\d+$/);
  expect((await part.body()).length).toBe(100);

  if (runsScript()) await expectSeeks(page);
}

/** Plays the page's video without sound. `from`: seconds. */
export async function play(page: Page, { rate = 1, from }: { rate?: number; from?: number } = {}) {
  await page.locator("video").evaluate(
    async (player: HTMLVideoElement, { rate, from }) => {
      player.muted = true;
      player.playbackRate = rate;
      if (from !== undefined) player.currentTime = from;
      await player.play();
    },
    { rate, from },
  );
}

/** Expects that the video shows a picture in its middle, and plays on from there. */
export async function expectSeeks(page: Page): Promise<void> {
  const video = page.locator("video");
  const reached = await video.evaluate(async (player: HTMLVideoElement) => {
    const target = player.duration / 2;
    const arrived = new Promise((resolve) => player.addEventListener("seeked", resolve, { once: true }));
    player.currentTime = target;
    await arrived;
    player.muted = true;
    await player.play();
    return { target, now: player.currentTime };
  });
  expect(reached.target).toBeGreaterThan(0);
  expect(reached.now).toBeGreaterThanOrEqual(reached.target - 0.1);
  await expect
    .poll(() => video.evaluate((player: HTMLVideoElement) => player.currentTime))
    .toBeGreaterThan(reached.target + 0.1);
  await video.evaluate((player: HTMLVideoElement) => player.pause());
}
