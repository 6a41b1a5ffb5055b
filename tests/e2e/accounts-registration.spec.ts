/** Registration: fields, messages and invalid input. */
import { fillPayout, fillPerson, stopClock, withoutBrowserChecks } from "./support/accounts";
import { answered } from "./support/console-watch";
import { expectFieldError, holdRequests, open, takenOver, toast } from "./support/pages";
import { newPerson } from "./support/people";
import { expect, test } from "./support/test";

test("every field of a creator's form has its message, and a summary links to each", {
  tag: "@plain",
}, async ({ page, browserConsole, script }) => {
  browserConsole.allow(answered(400));
  await open(page, "/creator-register");
  await withoutBrowserChecks(page);
  await page.getByLabel("País").fill(" ");
  await page.getByRole("button", { name: "Criar conta" }).click();
  const summary = page.getByRole("alert");
  await expect(summary).toContainText("Confira os campos destacados.");
  await takenOver(page);
  await expect(summary.locator(".."), "what is wrong has the focus").toBeFocused();
  const labels = ["Nome completo", "E-mail", "Senha", "País", "Chave Pix", "Nome do banco", "Conta bancária"];
  for (const label of labels) {
    await expect(page.getByLabel(label, { exact: true })).toHaveAccessibleDescription(
      /^Preencha este campo\./,
    );
  }
  await expect(summary.getByRole("link")).toHaveText(labels);
  await summary.getByRole("link", { name: "Chave Pix" }).click();
  await expect(page.getByLabel("Chave Pix")).toBeFocused();
  await expect(summary, "the messages stay").toBeVisible();

  await fillPerson(page, { ...newPerson("creator"), email: "sem arroba", password: "12345" });
  await fillPayout(page);
  await page.getByLabel("País").fill("Brasil");
  await page.getByLabel("Número do cartão").fill("4242-4242");
  await withoutBrowserChecks(page);
  if (script) await page.getByRole("button", { name: "Mostrar senha" }).click();
  await page.getByRole("button", { name: "Criar conta" }).click();
  await expect(page.getByText("Digite um e-mail válido.")).toBeVisible();
  // A shown password is hidden before it is sent, so that browsers do not store it as text.
  await expect(page.getByLabel("Senha", { exact: true })).toHaveAttribute("type", "password");
  await expectFieldError(page, "Senha", "A senha deve ter pelo menos 6 caracteres.");
  // With script the field accepts digits only; without it the server refuses the dash.
  const card = page.getByLabel(/Número do cartão/);
  if (!script) await expect(card).toHaveAccessibleDescription(/Use apenas números, no máximo 16\./);
  await expect(summary.getByRole("link")).toHaveCount(script ? 2 : 3);
  await expect(page.getByRole("button", { name: "Mostrar senha" })).toHaveCount(script ? 1 : 0);

  await page.getByRole("link", { name: "Voltar" }).click();
  await expect(page).toHaveURL("/");
});

test("a creator registers: the message for a second, then the dashboard", async ({ page }) => {
  const person = newPerson("creator");
  await open(page, "/creator-register");
  await fillPerson(page, person);
  await fillPayout(page);
  const submit = page.getByRole("main").getByRole("button", { name: /^Cria(r|ndo) conta/ });
  const release = await holdRequests(page, "**/creator-register.data**");
  await stopClock(page);
  await submit.click();
  await expect(submit).toBeDisabled();
  await expect(submit).toHaveText("Criando conta…");
  release();
  await expect(toast(page, "Conta criada com sucesso!")).toBeVisible();
  await page.clock.runFor(900);
  await expect(page).toHaveURL("/creator-register");
  await expect(submit, "not a second time while the message stands").toBeDisabled();
  await page.clock.runFor(200);
  await expect(page).toHaveURL("/creator/dashboard");
});

test("a learner signs up: tabs, the message, then the page that asked for the login", {
  tag: "@plain",
}, async ({ page, script }) => {
  const person = newPerson("learner");
  await open(page, "/account");
  await expect(page).toHaveURL("/consumer-login?redirectTo=%2Faccount");
  await expect(toast(page, "Faça login para ver sua conta")).toBeVisible();
  const tabs = page.getByRole("navigation", { name: "Entrar ou criar conta" });
  await expect(tabs.getByRole("link", { name: "Entrar" })).toHaveAttribute("aria-current", "page");
  await page.getByLabel("E-mail", { exact: true }).fill(person.email);
  await tabs.getByRole("link", { name: "Criar conta" }).click();
  await expect(page).toHaveURL("/consumer-login?redirectTo=%2Faccount&tab=signup");
  await expect(tabs.getByRole("link", { name: "Criar conta" })).toHaveAttribute("aria-current", "page");
  await expect(page.getByLabel("E-mail", { exact: true })).toHaveValue(script ? person.email : "");
  await fillPerson(page, person);
  if (script) await stopClock(page);
  await page.getByRole("button", { name: "Criar conta" }).click();
  await expect(toast(page, "Conta criada com sucesso!")).toBeVisible();
  if (script) {
    await page.clock.runFor(900);
    await expect(page).toHaveURL(/tab=signup/);
    await page.clock.runFor(200);
  }
  await expect(page).toHaveURL("/account");
  await expect(page.getByText(`Senha e sessões de ${person.email}.`)).toBeVisible();
  // A page's modules wait for its first view, which no stopped clock reaches.
  if (script) await page.clock.resume();
  await open(page, "/consumer-login");
  await expect(page).toHaveURL("/marketplace");
});
