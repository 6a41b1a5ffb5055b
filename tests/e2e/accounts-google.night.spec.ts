/** Google sign-in in a browser. Failures and linking: tests/features/entrance/sign-in/google.test.ts. */
import { fillPayout, signInWithGoogle } from "./support/accounts";
import { open, toast } from "./support/pages";
import { newPerson } from "./support/people";
import { expect, test } from "./support/test";

test("a new learner signs in with Google, in their language, twice", async ({ page }) => {
  const person = newPerson("learner");
  await open(page, "/consumer-login?lng=en");
  await signInWithGoogle(page, person);
  await expect(page).toHaveURL("/marketplace?lng=en");
  await expect(toast(page, "Logged in.")).toBeVisible();
  await page.getByRole("banner").getByRole("link", { name: "Account" }).click();
  await expect(page.getByText("Account linked with Google.")).toBeVisible();
  await expect(page.getByText("You log in with Google.")).toBeVisible();
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
  await expect(page.getByRole("heading", { level: 1 })).toContainText("Gabi");
});
