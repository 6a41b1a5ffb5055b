/** The way from the login to a video without a pointer. */
import type { Locator, Page } from "@playwright/test";
import { open } from "./support/pages";
import { expect, test } from "./support/test";

/** Presses Tab until this has the focus; every stop on the way must show that it has it. */
async function tabTo(page: Page, target: Locator): Promise<void> {
  await expect(target).toBeVisible();
  for (let presses = 0; presses < 40; presses += 1) {
    await page.keyboard.press("Tab");
    const stop = await page.evaluate(() => {
      const element = document.activeElement;
      if (!element || element === document.body) return undefined;
      // A radio's focus is drawn around its card.
      const drawn = element.closest("label:has(input[type=radio])") ?? element;
      const { outlineStyle, outlineWidth } = getComputedStyle(drawn);
      return {
        name: element.outerHTML.slice(0, 120),
        seen: outlineStyle !== "none" && outlineWidth !== "0px",
      };
    });
    if (stop) expect(stop.seen, `the focus can be seen on ${stop.name}`).toBe(true);
    if (await target.evaluate((element) => element === document.activeElement)) return;
  }
  throw new Error("Tab does not get there");
}

test("keyboard only: log in, search, open a video", async ({ page, shop }) => {
  const learner = await shop.learner();
  const video = await shop.publish(await shop.creator());
  await open(page, "/consumer-login");

  await page.keyboard.press("Tab");
  const skip = page.getByRole("link", { name: "Ir para o conteúdo" });
  await expect(skip).toBeFocused();
  await expect(skip).toBeInViewport();

  await tabTo(page, page.getByLabel("E-mail"));
  await page.keyboard.type(learner.email);
  await tabTo(page, page.getByLabel("Senha", { exact: true }));
  await page.keyboard.type(learner.password);
  await page.keyboard.press("Enter");
  await expect(page).toHaveURL("/marketplace");

  await tabTo(page, page.getByRole("searchbox", { name: "Buscar vídeos..." }));
  await page.keyboard.type(video.title);
  await page.keyboard.press("Enter");
  await expect(page).toHaveURL(/\/marketplace\?q=/);
  await expect(page.getByRole("article")).toHaveCount(1);

  await tabTo(page, page.getByRole("link", { name: video.title }));
  await page.keyboard.press("Enter");
  await expect(page).toHaveURL(`/videos/${video.id}`);
  await tabTo(page, page.getByRole("button", { name: "Comprar" }));
  const [tab] = await Promise.all([page.context().waitForEvent("page"), page.keyboard.press("Enter")]);
  await expect(tab.getByRole("heading", { name: video.title })).toBeVisible();
});
