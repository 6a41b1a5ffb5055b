/** Google sign-in from the three login pages. The administrators' is in accounts-admin.spec.ts. */
import { fillPayout, logIn, signInWithGoogle } from "./support/accounts";
import { answered } from "./support/console-watch";
import { open, takenOver, toast } from "./support/pages";
import { newPerson } from "./support/people";
import { expect, test } from "./support/test";

const failed = "Erro ao fazer login com Google. Tente novamente.";

test("a new learner signs in with Google, in their language, twice", async ({ page }) => {
  const person = newPerson("learner");
  await open(page, "/consumer-login?lng=en");
  await signInWithGoogle(page, person);
  await expect(page).toHaveURL("/marketplace?lng=en");
  await expect(toast(page, "Logged in.")).toBeVisible();
  await page.getByRole("banner").getByRole("link", { name: "Account" }).click();
  await expect(page.getByText("Account linked with Google.")).toBeVisible();
  await expect(page.getByText("You sign in with Google.")).toBeVisible();
  await page.getByRole("banner").getByRole("button", { name: "Log out" }).click();
  await expect(page).toHaveURL("/?lng=en");

  // The return address survives.
  await open(page, "/account");
  await signInWithGoogle(page, person);
  await expect(page).toHaveURL("/account");
  await expect(page.getByText(`Senha e sessões de ${person.email}.`)).toBeVisible();
});

test("a new creator signs in with Google and completes the prefilled profile", async ({ page }) => {
  const person = { ...newPerson("creator"), fullName: "Gabi Ferreira" };
  await open(page, "/creator-login");
  await signInWithGoogle(page, person);
  await expect(page).toHaveURL("/creator-register");
  await expect(page.getByRole("heading", { name: "Complete seu cadastro de criador" })).toBeVisible();
  await expect(page.getByLabel("Nome completo")).toHaveValue("Gabi Ferreira");
  await expect(page.getByLabel("E-mail", { exact: true })).toHaveValue(person.email);
  await expect(page.getByLabel("Senha")).toHaveCount(0);
  await fillPayout(page);
  await page.getByRole("button", { name: "Concluir cadastro" }).click();
  await expect(page).toHaveURL("/creator/dashboard");
  await expect(page.getByText("Olá, Gabi Ferreira")).toBeVisible();
});

test("a person with the wrong Google account can sign out", async ({ page }) => {
  await open(page, "/creator-login");
  await signInWithGoogle(page, newPerson("creator"));
  await page.getByRole("button", { name: "Sair e usar outra conta" }).click();
  await expect(page).toHaveURL("/");
  await open(page, "/creator-register");
  await expect(page.getByRole("heading", { name: "Cadastro de Criador" })).toBeVisible();
});

test("cancelling at Google returns to the login page with a message", async ({ page }) => {
  for (const screen of ["/consumer-login?redirectTo=%2Faccount", "/creator-login", "/admin-login"]) {
    await open(page, screen);
    await page.getByRole("button", { name: "Continuar com Google" }).click();
    await page.getByRole("link", { name: "Cancelar" }).click();
    await expect(page).toHaveURL(screen);
    await takenOver(page);
    await expect(page.getByRole("alert")).toContainText(failed);
  }
});

test("an existing account is linked only if Google verified the e-mail", async ({
  page,
  shop,
  browserConsole,
}) => {
  browserConsole.allow(answered(400));
  const creator = await shop.creator();
  await open(page, "/creator-login");
  await signInWithGoogle(page, { email: creator.email, verified: false });
  await expect(page).toHaveURL("/creator-login");
  await expect(page.getByRole("alert")).toContainText(failed);

  await signInWithGoogle(page, { email: creator.email.toUpperCase() });
  await expect(page).toHaveURL("/creator/dashboard");
  await expect(page.getByText(`Olá, ${creator.fullName}`)).toBeVisible();

  // The e-mail was not confirmed when the password was chosen: an attacker may have chosen it, so it is deleted.
  await page.getByRole("banner").getByRole("button", { name: "Sair" }).click();
  await expect(page).toHaveURL("/");
  await open(page, "/creator-login");
  await logIn(page, creator);
  await expect(page.getByRole("alert")).toContainText("Erro ao fazer login. Verifique suas credenciais.");
});
