import type { Page } from "@playwright/test";
import { awaitMail, linkIn, logIn, stopClock, withoutBrowserChecks } from "./support/accounts";
import { answered } from "./support/console-watch";
import { expectFieldError, open, takenOver, toast } from "./support/pages";
import { expect, test } from "./support/test";
import { mailboxUrl } from "./support/world";

async function askForLink(page: Page, email: string): Promise<void> {
  await expect(page.getByRole("heading", { name: "Recuperar senha" })).toBeVisible();
  await page.getByLabel("E-mail", { exact: true }).fill(email);
  await page.getByRole("button", { name: "Enviar link" }).click();
  await expect(toast(page, "Email enviado!")).toBeVisible();
  await expect(
    page.getByText("Se houver uma conta com esse e-mail, o link chega em instantes."),
  ).toBeVisible();
}

async function sendPasswords(page: Page, password: string, confirmation = password): Promise<void> {
  await page.getByLabel("Nova senha", { exact: true }).fill(password);
  await page.getByLabel("Confirmar senha", { exact: true }).fill(confirmation);
  await withoutBrowserChecks(page);
  await page.getByRole("button", { name: "Redefinir senha" }).click();
}

test("a learner recovers the password; the link works once", { tag: "@plain" }, async ({
  page,
  shop,
  visit,
  browserConsole,
  script,
}) => {
  browserConsole.allow(answered(400));
  const learner = await shop.learner();
  const elsewhere = await visit(learner);
  await open(page, "/consumer-login");
  await page.getByRole("link", { name: "Esqueci minha senha" }).click();
  await expect(page).toHaveURL("/forgot-password");
  await askForLink(page, ` ${learner.email.toUpperCase()} `);
  const link = linkIn(await awaitMail(mailboxUrl(), learner.email, /^Redefina sua senha no Sabiá$/));

  await open(page, link);
  await sendPasswords(page, "senha nova", "senha novo");
  await expectFieldError(page, "Confirmar senha", "As senhas não coincidem.");
  await sendPasswords(page, "12345");
  await takenOver(page);
  await expectFieldError(page, "Nova senha", "A senha deve ter pelo menos 6 caracteres.");
  await expect(page.getByRole("button", { name: "Mostrar senha" })).toHaveCount(script ? 2 : 0);

  if (script) await stopClock(page);
  await sendPasswords(page, "senha nova");
  await expect(toast(page, "Sua senha foi redefinida com sucesso.")).toBeVisible();
  if (script) {
    await expect(page.getByText("Este link já foi usado ou expirou.")).toBeHidden();
    await page.clock.runFor(1_900);
    await expect(page).toHaveURL(link);
    await page.clock.runFor(200);
  }
  await expect(page).toHaveURL("/consumer-login");
  await logIn(page, learner);
  await expect(page.getByRole("alert")).toContainText("Erro ao fazer login. Verifique suas credenciais.");
  await logIn(page, { ...learner, password: "senha nova" });
  await expect(page).toHaveURL("/marketplace");
  await open(elsewhere, "/account");
  await expect(elsewhere, "earlier sessions have ended").toHaveURL(/\/consumer-login/);

  await open(elsewhere, link);
  await expect(elsewhere.getByText("Este link já foi usado ou expirou.")).toBeVisible();
  await sendPasswords(elsewhere, "senha outra");
  await expect(elsewhere.getByRole("alert")).toContainText(
    "Erro ao redefinir senha. O link pode ter expirado.",
  );
  await expect(elsewhere.getByText("Este link já foi usado ou expirou.")).toBeHidden();
  await takenOver(elsewhere);
  await elsewhere.getByRole("link", { name: "Pedir um novo link" }).click();
  await expect(elsewhere).toHaveURL("/forgot-password");
});
