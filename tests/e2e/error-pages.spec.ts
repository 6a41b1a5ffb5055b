/** Unknown pages, opened directly and by navigation. */
import type { Page } from "@playwright/test";
import { answered } from "./support/console-watch";
import { card, open, takenOver } from "./support/pages";
import { expect, test } from "./support/test";

/** Without its style the page would be white or transparent. */
async function expectDressed(page: Page): Promise<void> {
  const colour = await page.evaluate(() => getComputedStyle(document.documentElement).backgroundColor);
  expect(colour).toBe("rgb(252, 247, 238)");
  await expect(page.getByRole("link", { name: "Sabiá" }).first()).toBeVisible();
}

test("an unknown path shows the 404 text and a link home", async ({ page, browserConsole }) => {
  browserConsole.allow(answered(404));
  for (const path of ["/nao/existe", "/watch", "/creator/nada", "/videos/1"]) {
    const answer = await page.goto(path);
    expect(answer?.status(), path).toBe(404);
    await expect(page.getByText("Ops! Página não encontrada")).toBeVisible();
  }
  await takenOver(page);
  await page.getByRole("link", { name: "Voltar ao início" }).click();
  await expect(page).toHaveURL("/");
  await expectDressed(page);
});

test("a link to a deleted video shows the 404 page, from which Back works", async ({
  visit,
  shop,
  browserConsole,
}) => {
  browserConsole.allow(answered(404));
  const creator = await shop.creator();
  const video = await shop.publish(creator);
  const page = await visit();
  await open(page, `/marketplace?q=${encodeURIComponent(video.title)}`);
  await shop.remove(creator, video);
  await card(page, video.title).getByRole("link", { name: video.title, exact: true }).click();
  await expect(page.getByText("Ops! Página não encontrada")).toBeVisible();
  await expect(page.getByRole("link", { name: "Voltar ao início" })).toHaveCSS(
    "background-color",
    "rgb(33, 26, 19)",
  );
  await page.goBack();
  await expect(page.getByRole("heading", { name: "Todos os vídeos" })).toBeVisible();
  await expectDressed(page);
});
