/** Money that is late, that fails, and that goes back: by an administrator, by the learner, and by a dispute. */
import type { Locator, Page } from "@playwright/test";
import { open, toast } from "./support/pages";
import type { ShopVideo } from "./support/shop";
import { expect, test } from "./support/test";

/** A purchase in the learner's list. */
const purchase = (page: Page, { title }: ShopVideo): Locator =>
  page.getByRole("listitem").filter({ has: page.getByRole("heading", { name: title, exact: true }) });

test("a withdrawal asks for confirmation and refunds everything", { tag: "@plain" }, async ({
  visit,
  shop,
}) => {
  const { video, learner } = await shop.sell();
  const page = await visit(learner);
  await open(page, "/purchases");
  await page.getByLabel(`Outras opções: ${video.title}`).click();
  await purchase(page, video)
    .getByRole("link", { name: /^Desistir da compra/ })
    .click();
  await expect(page.getByRole("heading", { name: "Desistir desta compra?" })).toBeVisible();
  await expect(page.getByText("Você recebe R$ 49,90 de volta")).toBeVisible();
  await page.getByRole("button", { name: "Sim, desistir" }).click();
  await expect(page).toHaveURL("/purchases");
  await expect(toast(page, "Compra desfeita")).toBeVisible();
  await expect(purchase(page, video).getByText("Reembolsado")).toBeVisible();
  await expect(purchase(page, video).getByRole("link", { name: /^Desistir/ })).toHaveCount(0);
});
