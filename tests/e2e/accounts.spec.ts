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
