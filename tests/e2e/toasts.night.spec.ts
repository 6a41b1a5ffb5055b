/**
 * Toasts never cover a field or a button of the page, on the smallest phone and on a desktop. The maximum of two is
 * tested in tests/ui/components.test.tsx.
 */
import type { Locator, Page } from "@playwright/test";
import { logIn } from "./support/accounts";
import { open, takenOver, toast } from "./support/pages";
import { openCheckout, payLater } from "./support/pay-page";
import { expect, test } from "./support/test";

const windows = [
  { width: 375, height: 667 },
  { width: 1280, height: 700 },
];

/** Returns the fields, buttons and players that a toast covers. */
async function covered(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const boxes = [...document.querySelectorAll("[data-toast]")].map((box) => box.getBoundingClientRect());
    return [...document.querySelectorAll("main :is(input, select, textarea, button, video, [data-main])")]
      .filter((button) => {
        const own = button.getBoundingClientRect();
        if (own.width <= 1 || !button.checkVisibility({ visibilityProperty: true })) return false;
        return boxes.some(
          (box) =>
            box.height > 0 &&
            own.top < box.bottom &&
            own.bottom > box.top &&
            own.left < box.right &&
            own.right > box.left,
        );
      })
      .map((button) => button.outerHTML.slice(0, 80));
  });
}

async function scrollThrough(page: Page, message: Locator): Promise<void> {
  const height = await page.evaluate(() => document.documentElement.scrollHeight);
  for (let top = 0; top < height; top += 97) {
    await page.evaluate((to) => window.scrollTo(0, to), top);
    // Toasts move in the next frame.
    await page.evaluate(
      () => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))),
    );
    expect(await covered(page), `scrolled by ${top}`).toEqual([]);
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
    expect(await covered(page)).toEqual([]);
    await open(page, "/creator/payments");
    await page.getByRole("button", { name: "Salvar configurações" }).click();
    const saved = toast(page, "Configurações salvas com sucesso!");
    await expect(saved).toBeAttached();
    await takenOver(page);
    await scrollThrough(page, saved);
  });

test("a toast covers nothing of a payment and of a player", async ({ page, visit, shop }) => {
  const creator = await shop.creator();
  const [bought, wanted] = [await shop.publish(creator), await shop.publish(creator)];
  const learner = await shop.learner();
  await shop.buy(learner, bought);
  const buyer = await visit(learner);
  await open(buyer, `/marketplace?q=${encodeURIComponent(wanted.title)}`);
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
      await expect.poll(() => covered(page), { message: `${path} at ${viewport.width} px` }).toEqual([]);
      await scrollThrough(page, message);
    }
});
