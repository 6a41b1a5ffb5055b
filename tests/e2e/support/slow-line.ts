import { expect, type Locator, type Page } from "@playwright/test";

/**
 * Limits the connection to a rate in bytes per second; 0 is offline. One session sets both, because the slower of two
 * would continue to send.
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

/** The uploaded share, in percent. */
export const percentOf = (bar: Locator) => bar.evaluate((element: HTMLProgressElement) => element.value);

export async function reaches(bar: Locator, percent: number): Promise<void> {
  await expect.poll(() => percentOf(bar), { timeout: 30_000 }).toBeGreaterThanOrEqual(percent);
}
