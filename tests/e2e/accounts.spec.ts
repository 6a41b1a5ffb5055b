import { withoutBrowserChecks } from "./support/accounts";
import { answered } from "./support/console-watch";
import { open, toast } from "./support/pages";
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
