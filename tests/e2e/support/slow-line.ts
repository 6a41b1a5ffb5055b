import { expect, type Locator, type Page } from "@playwright/test";

/**
 * A line that sends so many bytes a second, until it is given another speed; 0 is no line at all.
 * One session sets both: the slower of two would go on sending what the other has cut.
 */
export async function slowLine(
  page: Page,
  bytesPerSecond: number,
): Promise<(bytesPerSecond?: number) => Promise<void>> {
  const devtools = await page.context().newCDPSession(page);
  const set = (uploadThroughput: number) =>
    devtools
      .send("Network.emulateNetworkConditions", {
        offline: uploadThroughput === 0,
        latency: 0,
        downloadThroughput: -1,
        uploadThroughput,
      })
      .then(() => {});
  await set(bytesPerSecond);
  return (faster = -1) => set(faster);
}

/** How much of an upload the bar says has arrived, in percent. */
export const percentOf = (bar: Locator) => bar.evaluate((element: HTMLProgressElement) => element.value);

/** Waits until the bar says so much. */
export async function reaches(bar: Locator, percent: number): Promise<void> {
  await expect.poll(() => percentOf(bar), { timeout: 30_000 }).toBeGreaterThanOrEqual(percent);
}
