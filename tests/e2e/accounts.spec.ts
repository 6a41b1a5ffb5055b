import { withoutBrowserChecks } from "./support/accounts";
import { answered } from "./support/console-watch";
import { open, signOut, toast } from "./support/pages";
import { payout } from "./support/people";
import { expect, test } from "./support/test";

test("a learner logs in, after a wrong password", { tag: "@plain" }, async ({
  page,
  shop,
  browserConsole,
  script,
}) => {
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

test(`the button of /consumer-login is disabled while the form is sent, and enabled after an error`, async ({
  page,
  browserConsole,
}) => {
  browserConsole.allow(answered(400));
  let letGo = () => {};
  const held = new Promise<void>((resolve) => {
    letGo = resolve;
  });
  await page.route("**/*.data**", async (route) => {
    if (route.request().method() === "POST") await held;
    await route.continue();
  });
  await open(page, "/consumer-login");
  await withoutBrowserChecks(page);
  const main = page.getByRole("main");
  await main.getByRole("button", { name: "Entrar", exact: true }).click();
  await expect(main.getByRole("button", { name: "Entrando…" })).toBeDisabled();
  letGo();
  await expect(main.getByRole("alert")).toBeVisible();
  await expect(main.getByRole("button", { name: "Entrar", exact: true })).toBeEnabled();
});

test("a creator logs in and out", async ({ page, shop }) => {
  const creator = await shop.creator();
  await open(page, "/creator-login");
  await page.getByLabel("E-mail").fill(creator.email);
  await page.getByLabel("Senha", { exact: true }).fill(creator.password);
  await page.getByRole("button", { name: "Entrar", exact: true }).click();
  await expect(page).toHaveURL("/creator/dashboard");
  await signOut(page);
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

test("a session ended elsewhere redirects to the start with a message", async ({ visit, shop }) => {
  const creator = await shop.creator();
  const here = await visit(creator);
  const elsewhere = await visit(creator);
  await open(here, "/creator/dashboard");
  await open(elsewhere, "/creator/dashboard");
  await signOut(elsewhere);
  await expect(elsewhere).toHaveURL("/");

  await here.getByRole("banner").getByRole("link", { name: "Meus vídeos" }).click();
  await expect(here).toHaveURL("/");
  await expect(toast(here, "Erro de autenticação")).toBeVisible();
  await expect(toast(here, "Por favor, faça login novamente")).toBeVisible();

  await here.getByRole("alert").getByRole("button", { name: "Fechar" }).click();
  await expect(toast(here, "Erro de autenticação")).toHaveCount(0);
  await open(here, "/creator/videos");
  await expect(here).toHaveURL("/");
  await expect(toast(here, "Erro de autenticação")).toHaveCount(0);
});
