/** On every page: one h1, one main, no horizontal overflow, no console messages. */
import type { Page } from "@playwright/test";
import { answered } from "./support/console-watch";
import { open, runsScript } from "./support/pages";
import { expect, test } from "./support/test";

/** The narrowest window of WCAG 2.2 (1.4.10, Reflow), a phone, a tablet, a desktop. The styles are the same without script. */
const widths = () => (runsScript() ? [320, 375, 768, 1280] : [375]);

async function expectSound(page: Page, path: string): Promise<void> {
  await open(page, path);
  await expect(page.getByRole("heading", { level: 1 }), path).toHaveCount(1);
  await expect(page.getByRole("main"), path).toHaveCount(1);
  await expect(page, path).toHaveTitle(/Sabiá/);
  for (const width of widths()) {
    await page.setViewportSize({ width, height: 700 });
    const sticking = await page.evaluate(() => {
      const { clientWidth, scrollWidth } = document.documentElement;
      if (scrollWidth <= clientWidth) return [];
      return [...document.querySelectorAll("body *")]
        .filter((element) => element.getBoundingClientRect().right > clientWidth + 1)
        .map((element) => element.outerHTML.slice(0, 120))
        .slice(-3);
    });
    expect(sticking, `${path} at ${width} px`).toEqual([]);
  }
}

test("anyone's screens", async ({ page, shop, browserConsole }) => {
  browserConsole.allow(answered(404));
  const video = await shop.publish(await shop.creator(), {
    title: "Umapalavramuitocompridaquenãosequebrasozinha",
  });
  for (const path of [
    "/",
    "/?lng=en",
    "/marketplace",
    "/marketplace?q=umapalavra",
    `/videos/${video.id}`,
    "/terms",
    "/privacy?lng=en",
    "/help",
    "/consumer-login",
    "/consumer-login?tab=signup",
    "/creator-login",
    "/creator-register",
    "/admin-login",
    "/forgot-password",
    "/admin/forgot-password",
    "/nada",
  ]) {
    await expectSound(page, path);
  }
});

test("a learner's screens", async ({ visit, shop }) => {
  const video = await shop.publish(await shop.creator());
  const learner = await shop.learner();
  const page = await visit(learner);
  await expectSound(page, "/marketplace");
  await expectSound(page, `/watch/${video.id}`);
  await shop.buy(learner, video);
  await expectSound(page, `/watch/${video.id}`);
  await expectSound(page, "/account");
  await expectSound(page, "/account/data");
  await expectSound(page, "/account/data?erase=1");
  await expectSound(page, "/purchases");
  const receipt = await page.locator('a[href$="/receipt"]').getAttribute("href");
  await expectSound(page, receipt ?? "");
});

test("an administrator's screens", async ({ visit, shop }) => {
  const video = await shop.publish(await shop.creator(), { price: "123456,78" });
  await shop.buy(await shop.learner(), video);
  const page = await visit(await shop.admin());
  for (const path of [
    "/admin/dashboard",
    "/admin/dashboard?tab=consumers",
    "/admin/creators",
    "/admin/consumers?q=nada-com-este-nome",
    "/admin/sales",
    "/admin/payouts",
    "/admin/reconciliation",
    "/admin/audit",
    "/admin/admins",
  ]) {
    await expectSound(page, path);
  }
});

test("a creator's screens", async ({ visit, shop }) => {
  const creator = await shop.creator();
  const page = await visit(creator);
  await expectSound(page, "/creator/dashboard");
  await expectSound(page, "/creator/videos");
  const video = await shop.publish(creator, { price: "123456,78" });
  await shop.buy(await shop.learner(), video);
  for (const path of [
    "/creator/dashboard",
    "/creator/videos",
    `/creator/videos/${video.id}/delete`,
    "/creator/upload",
    "/creator/upload?source=youtube",
    "/creator/payments",
    "/creator/year",
  ]) {
    await expectSound(page, path);
  }
});
