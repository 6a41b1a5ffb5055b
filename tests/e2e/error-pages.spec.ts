/** Unknown pages, opened directly and by navigation, and a form that a guard refuses. */
import type { Page } from "@playwright/test";
import { logIn } from "./support/accounts";
import { answered } from "./support/console-watch";
import { newTab, open, takenOver, toast } from "./support/pages";
import { expect, test } from "./support/test";

/** Without its style the page would be white or transparent. */
async function expectDressed(page: Page): Promise<void> {
  const colour = await page.evaluate(() => getComputedStyle(document.documentElement).backgroundColor);
  expect(colour).toBe("rgb(252, 247, 238)");
  await expect(page.getByRole("link", { name: "Sabiá" }).first()).toBeVisible();
}

test("an unknown path shows the 404 text and a link home", async ({ page, browserConsole }) => {
  browserConsole.allow(answered(404));
  await page.goto("/nao/existe");
  await expect(page.getByText("Ops! Página não encontrada")).toBeVisible();
  await takenOver(page);
  await page.getByRole("link", { name: "Voltar ao início" }).click();
  await expect(page).toHaveURL("/");
  await expectDressed(page);
});

test("what was typed before the session ended is sent after its author has logged in in another tab @plain", async ({
  visit,
  shop,
  script,
  browserConsole,
}) => {
  browserConsole.allow(answered(401));
  const [creator, other] = [await shop.creator(), await shop.creator()];
  const page = await visit();
  await open(page, "/creator-login");
  await logIn(page, creator);
  await expect(page).toHaveURL("/creator/dashboard");
  await open(page, "/creator/payments");
  await page.getByLabel("Chave Pix").fill("+5531999990000");
  const send = () =>
    page.getByRole("button", { name: script ? "Salvar configurações" : "Enviar o que digitei" }).click();
  const enter = async (person: typeof creator) => {
    const tab = await newTab(page, () => page.getByRole("link", { name: "Entrar em outra aba" }).click());
    await takenOver(tab);
    await logIn(tab, person);
    await expect(tab).toHaveURL("/creator/dashboard");
    await tab.close();
  };
  await page.context().clearCookies({ name: "sabia" });
  await page.getByRole("button", { name: "Salvar configurações" }).click();
  if (script) await expect(toast(page, "Entre de novo")).toBeVisible();
  else await expect(page.getByRole("heading", { name: "Entre de novo" })).toBeVisible();
  await enter(other);
  await send();
  await expect(page.getByText(/^Este texto (é|foi escrito) (de|em) outra conta/)).toBeVisible();
  await page.context().clearCookies({ name: "sabia" });
  await enter(creator);
  if (script) await expect(page.getByLabel("Chave Pix")).toHaveValue("+5531999990000");
  await send();
  await expect(toast(page, "Configurações salvas com sucesso!")).toBeVisible();
  await open(page, "/creator/payments");
  await expect(page.getByLabel("Chave Pix")).toHaveValue("+5531999990000");
});
