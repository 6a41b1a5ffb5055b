/**
 * On the smallest phone, toasts never cover the page's main button. The maximum of two is tested in
 * tests/ui/components.test.tsx.
 */
import type { Locator, Page } from "@playwright/test";
import { logIn } from "./support/accounts";
import { open, takenOver, toast } from "./support/pages";
import { expect, test } from "./support/test";

test.use({ viewport: { width: 375, height: 667 } });

/** Returns the main buttons that a toast covers. */
async function covered(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const boxes = [...document.querySelectorAll("[data-toast]")].map((box) => box.getBoundingClientRect());
    return [...document.querySelectorAll("main [data-main]")]
      .filter((button) => {
        const own = button.getBoundingClientRect();
        return boxes.some(
          (box) =>
            box.height > 0 &&
            own.top < box.bottom &&
            own.bottom > box.top &&
            own.left < box.right &&
            own.right > box.left,
        );
      })
      .map((button) => button.textContent ?? "");
  });
}

async function scrollThrough(page: Page, message: Locator, script: boolean): Promise<void> {
  const height = await page.evaluate(() => document.documentElement.scrollHeight);
  for (let top = 0; top < height; top += 97) {
    await page.evaluate((to) => window.scrollTo(0, to), top);
    // Toasts move in the next frame; without script there is no callback.
    if (script)
      await page.evaluate(
        () => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))),
      );
    expect(await covered(page), `scrolled by ${top}`).toEqual([]);
  }
  await expect(message).toHaveCount(1);
}

test("a toast covers no main button", async ({ page, shop, script }) => {
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
  if (!script) await expect(saved).toBeInViewport();
  await scrollThrough(page, saved, script);
});
