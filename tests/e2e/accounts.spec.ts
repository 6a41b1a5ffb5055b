import type { Page } from "@playwright/test";
import { withoutBrowserChecks } from "./support/accounts";
import { answered } from "./support/console-watch";
import { expectFieldError, open, takenOver, toast } from "./support/pages";
import { newPerson, payout } from "./support/people";
import { expect, test } from "./support/test";

async function fillCreator(page: Page, person: { fullName: string; email: string; password: string }) {
  await page.getByLabel("Nome completo").fill(person.fullName);
  await page.getByLabel("E-mail").fill(person.email);
  await page.getByLabel("Senha", { exact: true }).fill(person.password);
  await page.getByLabel("País").fill("Portugal");
  await page.getByLabel("Moeda").selectOption("EUR");
  await page.getByLabel("Chave Pix").fill(payout.pixKey);
  await page.getByLabel("Nome do banco").fill(payout.bankName);
  await page.getByLabel("Conta bancária").fill(payout.bankAccount);
}

test("registration reports an e-mail in use and a short password, and keeps other values", async ({
  page,
  shop,
  browserConsole,
}) => {
  browserConsole.allow(answered(400));
  const taken = await shop.creator();
  await open(page, "/creator-register");
  const submit = page.getByRole("button", { name: "Criar conta" });

  await fillCreator(page, { ...newPerson("creator"), password: "123" });
  await submit.click();
  await expect(page.getByText("Confira os campos destacados.")).toBeVisible();
  await takenOver(page);
  await expectFieldError(page, "Senha", "A senha deve ter pelo menos 6 caracteres.");
  await expect(page.getByLabel("Nome completo")).toHaveValue("Beatriz Ramalho");
  await expect(page.getByLabel("País")).toHaveValue("Portugal");
  await expect(page.getByLabel("Moeda")).toHaveValue("EUR");
  await expect(page.getByLabel("Conta bancária")).toHaveValue(payout.bankAccount);

  await fillCreator(page, { ...newPerson("creator"), email: taken.email.toUpperCase() });
  await submit.click();
  await expectFieldError(page, "E-mail", "Este email já está cadastrado. Tente outro ou faça login.");
  await expect(page.getByLabel("E-mail")).toHaveValue(taken.email.toUpperCase());
});

test("sign-up with an existing e-mail asks to log in", async ({ page, shop, browserConsole }) => {
  browserConsole.allow(answered(400));
  const taken = await shop.learner();
  await open(page, "/consumer-login");
  await page.getByRole("link", { name: "Criar conta" }).click();
  await expect(page).toHaveURL(/\/consumer-login\?tab=signup/);
  await page.getByLabel("Nome completo").fill("Otávio Nunes");
  await page.getByLabel("E-mail").fill(taken.email);
  await page.getByLabel("Senha", { exact: true }).fill("outra senha");
  await page.getByRole("main").getByRole("button", { name: "Criar conta" }).click();
  await expectFieldError(page, "E-mail", "Este email já está cadastrado. Tente fazer login.");
  await expect(page.getByLabel("Nome completo")).toHaveValue("Otávio Nunes");
});

test("a learner logs in, after a wrong password", async ({ page, shop, browserConsole, script }) => {
  browserConsole.allow(answered(400));
  const learner = await shop.learner();
  await open(page, "/consumer-login");
  const submit = page.getByRole("button", { name: "Entrar", exact: true });
  await page.getByLabel("E-mail").fill(learner.email);
  await page.getByLabel("Senha", { exact: true }).fill("não é esta");
  await submit.click();
  await expect(page.getByRole("alert")).toContainText("Erro ao fazer login. Verifique suas credenciais.");
  await expect(page.getByLabel("E-mail")).toHaveValue(learner.email);
  if (script) {
    const field = page.getByLabel("Senha", { exact: true });
    await expect(field).toHaveAttribute("type", "password");
    await page.getByRole("button", { name: "Mostrar senha" }).click();
    await expect(field).toHaveAttribute("type", "text");
    await page.getByRole("button", { name: "Ocultar senha" }).click();
    await expect(field).toHaveAttribute("type", "password");
  }
  await page.getByLabel("Senha", { exact: true }).fill(learner.password);
  await submit.click();
  await expect(page).toHaveURL("/marketplace");
  await expect(toast(page, "Login realizado com sucesso.")).toBeVisible();
});

for (const { path, button, busy } of [
  { path: "/consumer-login", button: "Entrar", busy: "Entrando…" },
  { path: "/creator-login", button: "Entrar", busy: "Entrando…" },
  { path: "/admin-login", button: "Entrar", busy: "Entrando…" },
  { path: "/consumer-login?tab=signup&lng=en", button: "Sign Up", busy: "Creating account…" },
  { path: "/admin/forgot-password", button: "Enviar link", busy: "Enviando…" },
  { path: "/admin/reset-password?token=none", button: "Redefinir senha", busy: "Salvando…" },
]) {
  test(`the button of ${path} is disabled while the form is sent, and enabled after an error`, async ({
    page,
    script,
    browserConsole,
  }) => {
    test.skip(!script, "without script the browser shows that it is loading");
    browserConsole.allow(answered(400));
    let letGo = () => {};
    const held = new Promise<void>((resolve) => {
      letGo = resolve;
    });
    await page.route("**/*.data**", async (route) => {
      if (route.request().method() === "POST") await held;
      await route.continue();
    });
    await open(page, path);
    await withoutBrowserChecks(page);
    const main = page.getByRole("main");
    await main.getByRole("button", { name: button, exact: true }).click();
    await expect(main.getByRole("button", { name: busy })).toBeDisabled();
    letGo();
    await expect(main.getByRole("alert")).toBeVisible();
    await expect(main.getByRole("button", { name: button, exact: true })).toBeEnabled();
  });
}

test("a creator logs in and out", async ({ page, shop }) => {
  const creator = await shop.creator();
  await open(page, "/creator-login");
  await page.getByLabel("E-mail").fill(creator.email);
  await page.getByLabel("Senha", { exact: true }).fill(creator.password);
  await page.getByRole("button", { name: "Entrar", exact: true }).click();
  await expect(page).toHaveURL("/creator/dashboard");
  await page.getByRole("banner").getByRole("button", { name: "Sair" }).click();
  await expect(page).toHaveURL("/");
  await open(page, "/creator/dashboard");
  await expect(page).toHaveURL("/");
});

test("a learner becomes a creator too", async ({ visit, shop }) => {
  const learner = await shop.learner();
  const page = await visit(learner);
  await open(page, "/creator/dashboard");
  await expect(page).toHaveURL("/creator-register");
  await expect(page.getByLabel("Nome completo")).toHaveValue(learner.fullName);
  await expect(page.getByLabel("E-mail")).toHaveValue(learner.email);
  await page.getByLabel("Chave Pix").fill(payout.pixKey);
  await page.getByLabel("Nome do banco").fill(payout.bankName);
  await page.getByLabel("Conta bancária").fill(payout.bankAccount);
  await page.getByRole("button", { name: "Concluir cadastro" }).click();
  await expect(page).toHaveURL("/creator/dashboard");
  await open(page, "/marketplace");
  await page.getByRole("banner").getByRole("link", { name: "Painel" }).click();
  await expect(page).toHaveURL("/creator/dashboard");
});

test("a session ended elsewhere redirects to the start with a message", async ({ visit, shop, script }) => {
  const creator = await shop.creator();
  const here = await visit(creator);
  const elsewhere = await visit(creator);
  await open(here, "/creator/dashboard");
  await open(elsewhere, "/creator/dashboard");
  await elsewhere.getByRole("banner").getByRole("button", { name: "Sair" }).click();
  await expect(elsewhere).toHaveURL("/");

  await here.getByRole("banner").getByRole("link", { name: "Meus vídeos" }).click();
  await expect(here).toHaveURL("/");
  await expect(toast(here, "Erro de autenticação")).toBeVisible();
  await expect(toast(here, "Por favor, faça login novamente")).toBeVisible();
  if (script) {
    await here.getByRole("alert").getByRole("button", { name: "Fechar" }).click();
    await expect(toast(here, "Erro de autenticação")).toHaveCount(0);
  }
  await open(here, "/creator/videos");
  await expect(here).toHaveURL("/");
  await expect(toast(here, "Erro de autenticação")).toHaveCount(0);
});
