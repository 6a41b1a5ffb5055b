/** A buyer's actions on Stripe's page, and later events at Stripe. */
import { expect, type Page } from "@playwright/test";
import { card, newTab } from "./pages";
import { stripeUrl } from "./world";

export async function openCheckout(page: Page, title: string): Promise<Page> {
  const button = card(page, title).getByRole("button", { name: `Assistir: ${title}` });
  const tab = await newTab(page, () => button.click());
  await expect(tab.getByRole("heading", { name: title })).toBeVisible();
  return tab;
}

export async function pay(tab: Page, method: "Cartão" | "Pix" | "Boleto"): Promise<void> {
  await tab.getByRole("radio", { name: method }).check();
  await tab.getByRole("button", { name: /^Pagar R\$/ }).click();
}

/** Copies the code and leaves without paying. */
export async function payLater(tab: Page, method: "Pix" | "Boleto"): Promise<void> {
  await tab.getByRole("radio", { name: method }).check();
  await tab.getByRole("button", { name: "Deixar para depois" }).click();
  await tab.getByRole("link", { name: "Voltar para a loja" }).click();
}

/** Completes or fails a pending payment; resolves after our server has received the webhook. */
export async function settle(page: Page, title: string, press: "Confirmar pagamento" | "Recusar pagamento") {
  await page.goto(`${stripeUrl()}/dev`);
  await page.getByRole("region", { name: title }).getByRole("button", { name: press }).click();
  await expect(page.getByRole("region", { name: title }).getByRole("button", { name: press })).toHaveCount(0);
}
