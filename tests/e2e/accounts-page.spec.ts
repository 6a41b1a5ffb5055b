import type { Page } from "@playwright/test";
import { logIn, withoutBrowserChecks } from "./support/accounts";
import { answered } from "./support/console-watch";
import { expectFieldError, open, openAccountMenu, takenOver, toast } from "./support/pages";
import { expect, test } from "./support/test";

async function changePassword(page: Page, current: string, next: string): Promise<void> {
  await page.getByLabel("Senha atual", { exact: true }).fill(current);
  await page.getByLabel("Nova senha", { exact: true }).fill(next);
  await page.getByLabel("Confirmar senha", { exact: true }).fill(next);
  await withoutBrowserChecks(page);
  await page.getByRole("button", { name: "Trocar senha" }).click();
}

test("a creator changes the password, which signs out the other browser", async ({
  visit,
  shop,
  browserConsole,
}) => {
  browserConsole.allow(answered(400));
  const creator = await shop.creator();
  const page = await visit(creator);
  const other = await visit();
  await open(other, "/creator-login");
  await logIn(other, creator);
  await expect(other).toHaveURL("/creator/dashboard");

  await open(page, "/creator/dashboard");
  await openAccountMenu(page);
  await page.getByRole("banner").getByRole("link", { name: "Conta" }).filter({ visible: true }).click();
  await expect(page).toHaveURL("/account");
  await expect(page.getByText("Esta sessão")).toHaveCount(1);
  await expect(page.getByText("Desde")).toHaveCount(2);

  await changePassword(page, "não é esta", "senha nova");
  await expectFieldError(page, "Senha atual", "A senha atual não confere.");
  await changePassword(page, creator.password, "senha nova");
  await expect(toast(page, "Senha trocada. As outras sessões foram encerradas.")).toBeVisible();
  for (const label of ["Senha atual", "Nova senha", "Confirmar senha"]) {
    await expect(page.getByLabel(label, { exact: true }), "no password stays on the page").toHaveValue("");
  }
  await expect(page.getByText("Você não está conectado em nenhum outro lugar.")).toBeVisible();

  await other.getByRole("banner").getByRole("link", { name: "Meus vídeos" }).click();
  await expect(other).toHaveURL("/");
  await expect(toast(other, "Erro de autenticação")).toBeVisible();
  await expect(toast(other, "Por favor, faça login novamente")).toBeVisible();
  await open(other, "/creator-login");
  await logIn(other, { ...creator, password: "senha nova" });
  await expect(other).toHaveURL("/creator/dashboard");
});

test("a learner signs out: the back button shows nothing private", async ({ visit, shop }) => {
  const person = await shop.learner();
  const page = await visit(person);
  await open(page, "/account");
  await expect(page.getByRole("heading", { name: "Sua conta" })).toBeVisible();
  await page.getByRole("banner").getByRole("button", { name: "Sair" }).click();
  await expect(page).toHaveURL("/");
  await page.goBack();
  await expect(page).toHaveURL(/\/consumer-login/);
  await expect(page.getByRole("heading", { name: "Sua conta" })).toHaveCount(0);
});

test("signing out in one tab signs out the other", { tag: "@night" }, async ({ visit, shop }) => {
  const learner = await shop.learner();
  const one = await visit(learner);
  await open(one, "/account");
  const two = await one.context().newPage();
  await open(two, "/account");
  await two.getByRole("banner").getByRole("button", { name: "Sair" }).click();
  await expect(two).toHaveURL("/");
  await changePassword(one, learner.password, "senha nova");
  await expect(one).toHaveURL(/\/consumer-login/);
  await takenOver(one);
  await logIn(one, learner);
  await expect(one, "the old password still holds").toHaveURL("/marketplace");
});
