/** A buyer's actions on Stripe's page. */
import { expect, type Page } from "@playwright/test";
import { card, newTab } from "./pages";

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
