/**
 * Toasts never cover a field or a button of the page, on the smallest phone and on a desktop. The maximum of two is
 * tested in tests/ui/components.test.tsx.
 */
import type { Locator, Page } from "@playwright/test";
import { logIn } from "./support/accounts";
import { coveredBy, scrollTo } from "./support/covered";
import { open, searchPath, takenOver, toast } from "./support/pages";
import { openCheckout, payLater } from "./support/pay-page";
import { expect, test } from "./support/test";

const windows = [
  { width: 375, height: 667 },
  { width: 1280, height: 700 },
];

async function scrollThrough(page: Page, message: Locator): Promise<void> {
  const height = await page.evaluate(() => document.documentElement.scrollHeight);
  for (let top = 0; top < height; top += 97) {
    await scrollTo(page, top);
    expect(await coveredBy(page, "[data-toast]"), `scrolled by ${top}`).toEqual([]);
  }
  await expect(message).toHaveCount(1);
}

for (const viewport of windows)
  test(`a toast covers no field and no button at ${viewport.width} px`, async ({ page, shop }) => {
    await page.setViewportSize(viewport);
    const creator = await shop.creator();
    await open(page, "/creator-login");
    await logIn(page, creator);
    await expect(page).toHaveURL("/creator/dashboard");
    const message = toast(page, "Login realizado com sucesso.");
    await expect(message).toBeVisible();
    await takenOver(page);
    expect(await coveredBy(page, "[data-toast]")).toEqual([]);
    await open(page, "/creator/payments");
    await page.getByRole("button", { name: "Salvar configurações" }).click();
    const saved = toast(page, "Configurações salvas com sucesso!");
    await expect(saved).toBeAttached();
    await takenOver(page);
    await scrollThrough(page, saved);
  });

test("a toast covers nothing of a payment and of a player", async ({ page, visit, shop }) => {
  const { creator, video: bought, learner } = await shop.sell();
  const wanted = await shop.publish(creator);
  const buyer = await visit(learner);
  await open(buyer, searchPath(wanted.title));
  const tab = await openCheckout(buyer, wanted.title);
  await payLater(tab, "Pix");
  const link = buyer.getByRole("link", { name: "Ver o Pix" });
  await expect(async () => {
    await open(buyer, `/watch/${wanted.id}`);
    await expect(link).toBeVisible({ timeout: 500 });
  }).toPass();
  const payment = (await link.getAttribute("href")) ?? "";
  for (const path of [`/watch/${bought.id}`, payment])
    for (const viewport of windows) {
      await page.context().clearCookies();
      await page.setViewportSize(viewport);
      await open(page, `/consumer-login?redirectTo=${encodeURIComponent(path)}`);
      await logIn(page, learner);
      await expect(page).toHaveURL(path);
      const message = toast(page, "Login realizado com sucesso.");
      await expect(message).toBeVisible();
      await takenOver(page);
      await expect
        .poll(() => coveredBy(page, "[data-toast]"), { message: `${path} at ${viewport.width} px` })
        .toEqual([]);
      await scrollThrough(page, message);
    }
});
