/** Components on real pages, on a phone: dialog, menu, toasts, fields. */
import { logIn } from "./support/accounts";
import { card, open } from "./support/pages";
import { expect, test } from "./support/test";

test.use({ viewport: { width: 375, height: 740 } });

test("the dialog keeps the focus, returns it on Escape, and closes on a press outside, not on one inside", async ({
  visit,
  shop,
}) => {
  const creator = await shop.creator();
  const { title } = await shop.publish(creator);
  const page = await visit(creator);
  await open(page, "/creator/videos");
  const trigger = card(page, title).getByRole("button", { name: `Excluir: ${title}` });
  const dialog = page.getByRole("dialog");
  await trigger.click();
  await expect(dialog).toBeVisible();
  expect(await dialog.evaluate((element) => element.contains(document.activeElement))).toBe(true);
  await page.keyboard.press("Escape");
  await expect(dialog).toBeHidden();
  await expect(trigger).toBeFocused();
  await trigger.click();
  await dialog.getByText("Esta ação não pode ser desfeita.").click();
  await expect(dialog).toBeVisible();
  await page.mouse.click(5, 5);
  await expect(dialog).toBeHidden();
});

test("the menu closes on Escape, on a press outside, and after following a link", async ({ visit, shop }) => {
  const page = await visit(await shop.creator());
  await page.setViewportSize({ width: 375, height: 1000 });
  await open(page, "/creator/videos");
  const menu = page.locator("header details").filter({ visible: true });
  for (const close of [() => page.keyboard.press("Escape"), () => page.mouse.click(200, 980)]) {
    await menu.locator("summary").click();
    await expect(menu).toHaveAttribute("open");
    await close();
    await expect(menu).not.toHaveAttribute("open");
  }
  await menu.locator("summary").click();
  await menu.getByRole("link", { name: "Dashboard" }).click();
  await expect(page).toHaveURL("/creator/dashboard");
  await expect(menu).not.toHaveAttribute("open");
  await expect(menu.locator("[aria-current=page]")).toHaveText("Painel");
});

test("a toast fades unless it is hovered", async ({ page, shop }) => {
  const creator = await shop.creator();
  await open(page, "/creator-login");
  await logIn(page, creator);
  const fading = page.locator(".toast-fades");
  const state = () => fading.evaluate((element) => element.getAnimations()[0]?.playState);
  await expect.poll(state).toBe("running");
  await fading.hover();
  expect(await state()).toBe("paused");
  await page.mouse.move(5, 700);
  await fading.evaluate((element) => element.getAnimations()[0]?.finish());
  await expect(fading).toHaveCount(0);
});

test("controls are at least 44 px high, and a shown password moves nothing", async ({ visit, shop }) => {
  const page = await visit();
  await open(page, "/creator-login");
  const password = page.locator("[name=password]");
  const before = await password.boundingBox();
  await page.getByRole("button", { name: "Mostrar senha" }).click();
  await expect(password).toHaveAttribute("type", "text");
  expect(await password.boundingBox()).toEqual(before);
  const creator = await shop.creator();
  const video = await shop.publish(creator);
  const studio = await visit(creator);
  await open(studio, `/creator/videos/${video.id}/edit`);
  for (const each of [page, studio]) {
    const low = await each
      .locator(
        "main button:visible, summary:visible, input:visible:not([type=radio], [type=checkbox], [type=file]), select:visible",
      )
      .evaluateAll((controls) =>
        controls
          .filter((control) => control.getBoundingClientRect().height < 44)
          .map((control) => control.outerHTML.slice(0, 120)),
      );
    expect(low).toEqual([]);
  }
  const price = studio.locator("input[name=price]");
  await price.fill("\u200b４９，９０\ufeff");
  await expect(price, "what invisible and full-width characters mean").toHaveValue("49,90");
  expect(await price.evaluate((input: HTMLInputElement) => input.validity.valid)).toBe(true);
});
