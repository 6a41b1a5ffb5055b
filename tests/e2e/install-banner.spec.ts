import { open } from "./support/pages";
import { expect, test } from "./support/test";

test("the install banner moves nothing when it appears, and gives its room back when closed", async ({
  page,
  script,
}) => {
  test.skip(!script, "installing needs script");
  await page.addInitScript(() => {
    const shifts: number[] = [];
    Object.assign(window, { shifts });
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries() as (PerformanceEntry & {
        value: number;
        hadRecentInput: boolean;
      })[])
        if (!entry.hadRecentInput) shifts.push(entry.value);
    }).observe({ type: "layout-shift", buffered: true });
  });
  await open(page, "/");
  const header = page.getByRole("banner");
  const top = async () => (await header.boundingBox())?.y;
  const before = await top();
  const banner = page.getByRole("complementary", { name: "Instalar o app" });
  await expect(banner).toContainText("Instale o app para uma experiência melhor.");
  expect(await top()).toBe(before);
  expect(before).toBe((await banner.boundingBox())?.height);
  const shifts = await page.evaluate(() => (window as unknown as { shifts: number[] }).shifts);
  expect(shifts.reduce((sum, shift) => sum + shift, 0)).toBeLessThan(0.02);

  await banner.getByRole("button", { name: "Fechar" }).click();
  await expect(banner).toHaveCount(0);
  expect(await top()).toBe(0);
  await page.reload();
  expect(await top()).toBe(0);
});
