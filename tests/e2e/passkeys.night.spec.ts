/** Passkeys in a real Chromium, with its virtual authenticator. */
import { expect, type Page } from "@playwright/test";
import { TOTP } from "otpauth";
import { logIn } from "./support/accounts";
import { open, toast } from "./support/pages";
import { test } from "./support/test";

/** Adds to a page's browser a device that holds passkeys and is always unlocked. */
async function plugInDevice(page: Page) {
  const chrome = await page.context().newCDPSession(page);
  await chrome.send("WebAuthn.enable");
  const { authenticatorId } = await chrome.send("WebAuthn.addVirtualAuthenticator", {
    options: {
      protocol: "ctap2",
      transport: "internal",
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  });
  return {
    unlocks: (isUserVerified: boolean) =>
      chrome.send("WebAuthn.setUserVerified", { authenticatorId, isUserVerified }),
    passkeys: async () =>
      (await chrome.send("WebAuthn.getCredentials", { authenticatorId })).credentials.length,
  };
}

const usePasskey = (page: Page) => page.getByRole("button", { name: "Usar chave de acesso" }).click();

test("a learner adds a passkey, signs in by it, passes the second step, proves it again, removes it", async ({
  visit,
  shop,
}) => {
  const learner = await shop.learner();
  const page = await visit(learner);
  const device = await plugInDevice(page);

  await open(page, "/account");
  await page.getByRole("link", { name: "Chaves de acesso (passkeys)" }).click();
  // The sign-in is no proof for it.
  await page.getByRole("button", { name: "Adicionar chave de acesso" }).click();
  await expect(page).toHaveURL("/account/proof?redirectTo=%2Faccount%2Fpasskeys");
  await page.getByLabel("Senha", { exact: true }).fill(learner.password);
  await page.getByRole("button", { name: "Continuar", exact: true }).click();
  await expect(page).toHaveURL("/account/passkeys");
  await page.getByRole("button", { name: "Adicionar chave de acesso" }).click();
  await expect(toast(page, "Chave de acesso adicionada")).toBeVisible();
  expect(await device.passkeys()).toBe(1);

  await page.getByText("Renomear ou remover").click();
  await page.getByLabel("Nome da chave").fill("Celular");
  await page.getByRole("button", { name: "Salvar nome" }).click();
  await expect(page.getByText("Celular", { exact: true }).first()).toBeVisible();

  // Without a password, but only while the device is unlocked.
  await page.context().clearCookies();
  await open(page, "/consumer-login?redirectTo=/account");
  await device.unlocks(false);
  await usePasskey(page);
  await expect(page.getByText("Nenhuma chave de acesso foi usada.")).toBeVisible();
  await device.unlocks(true);
  await usePasskey(page);
  await expect(page).toHaveURL("/account");

  // As the second step, beside the authenticator app.
  await open(page, "/account/second-factor");
  await page.getByRole("button", { name: "Configurar", exact: true }).click();
  const secret = ((await page.locator("code").textContent()) ?? "").replaceAll(" ", "");
  await page.getByLabel("Código de 6 dígitos").fill(new TOTP({ secret }).generate());
  await page.getByRole("button", { name: "Ligar", exact: true }).click();
  await expect(page.getByText("Guarde seus códigos de recuperação")).toBeVisible();
  await page.context().clearCookies();
  await open(page, "/consumer-login?redirectTo=/account");
  await logIn(page, learner);
  await expect(page).toHaveURL("/second-step");
  await usePasskey(page);
  await expect(page).toHaveURL("/account");

  // As a proof before a dangerous step.
  await open(page, "/account/proof?redirectTo=/account/passkeys");
  await usePasskey(page);
  await expect(page).toHaveURL("/account/passkeys");
  await expect(toast(page, "Confirmado. Você já pode continuar.")).toBeVisible();

  await page.getByText("Renomear ou remover").click();
  await page.getByRole("button", { name: "Remover chave" }).click();
  await expect(page.getByText("Você ainda não tem nenhuma chave de acesso.")).toBeVisible();
  await page.context().clearCookies();
  await open(page, "/creator-login");
  await usePasskey(page);
  await expect(
    toast(page, "Esta chave de acesso não vale aqui, ou o pedido expirou. Tente de novo."),
  ).toBeVisible();
  await expect(page).toHaveURL("/creator-login");
});
