import AxeBuilder from "@axe-core/playwright";
import { dismissedKey } from "~/features/base/install/banner-rules";
import { coveredBy, scrollTo } from "./support/covered";
import { open } from "./support/pages";
import { expect, test } from "./support/test";

test("the install banner lies over the page below its header, moves nothing, and stays away once closed", async ({
  page,
}) => {
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
  const { violations } = await new AxeBuilder({ page }).include(".install-banner").analyze();
  expect(violations).toEqual([]);
  expect(before).toBe(0);
  expect(await top()).toBe(0);
  const [below, over] = await Promise.all([header.boundingBox(), banner.boundingBox()]);
  expect(over?.y).toBeGreaterThanOrEqual(below?.height ?? Number.NaN);
  // What has the keyboard's focus may be under it.
  await page.keyboard.press("Tab");
  await expect(banner).toHaveCSS("opacity", "0");
  await banner.getByRole("button", { name: "Fechar" }).focus();
  await expect(banner).toHaveCSS("opacity", "1");
  const shifts = await page.evaluate(() => (window as unknown as { shifts: number[] }).shifts);
  expect(shifts.reduce((sum, shift) => sum + shift, 0)).toBeLessThan(0.02);

  await banner.getByRole("button", { name: "Fechar" }).click();
  await expect(banner).toHaveCount(0);
  // Whatever is stored under the key hides it (banner-rules.test.ts).
  expect(await page.evaluate((key) => localStorage.getItem(key), dismissedKey)).toMatch(/^\d{4}-\d\d-\d\d$/);
});

test("a page for everyone loads its modules and the rest of its styles at the first touch", async ({
  page,
}) => {
  const modules: string[] = [];
  page.on("request", (request) => {
    if (/\/assets\/.*\.js$/.test(request.url())) modules.push(request.url());
  });
  const late = page.locator("#late-styles");
  // Time stands still: nothing starts by itself.
  await page.clock.install();
  await page.goto("/marketplace", { waitUntil: "networkidle" });
  expect(modules).toEqual([]);
  await expect(late).toHaveAttribute("media", "print");
  await page.mouse.move(10, 10);
  await expect.poll(() => modules.length).toBeGreaterThan(5);
  await expect(late).toHaveAttribute("media", "all");
});

test("a page that nobody touches loads its modules for the install banner", async ({ page }) => {
  await page.goto("/marketplace");
  await expect(page.getByRole("complementary", { name: "Instalar o app" })).toBeVisible();
});

test(`an offer to install that comes before the modules of /marketplace is the one that the banner's button takes`, async ({
  page,
}) => {
  await page.addInitScript(() => {
    const offer = Object.assign(new Event("beforeinstallprompt", { cancelable: true }), {
      prompt: async () => document.documentElement.setAttribute("data-prompted", ""),
      userChoice: Promise.resolve({ outcome: "accepted" }),
    });
    document.addEventListener("DOMContentLoaded", () => window.dispatchEvent(offer));
  });
  await open(page, "/marketplace");
  const banner = page.getByRole("complementary", { name: "Instalar o app" });
  await banner.getByRole("button", { name: "Instalar" }).click();
  await expect(page.locator("html[data-prompted]")).toHaveCount(1);
  await expect(banner).toHaveCount(0);
});

test(`the install banner covers no control at 375 px`, async ({ page }) => {
  await page.setViewportSize({ width: 375, height: 700 });
  for (const path of [
    "/",
    "/marketplace",
    "/consumer-login?tab=signup",
    "/creator-register",
    "/creator-login",
  ]) {
    await open(page, path);
    const banner = page.locator(".install-banner");
    await expect(banner).toBeAttached();
    for (let top = 0; top < 1_400; top += 140) {
      await scrollTo(page, top);
      const covered = await coveredBy(page, ".install-banner");
      expect(covered, `${path} scrolled by ${top}`).toEqual([]);
    }
  }
});
