/** The creator's payment settings. */
import type { Page } from "@playwright/test";
import { open, toast } from "./support/pages";
import { payout } from "./support/people";
import { expect, test } from "./support/test";

const savedText =
  /^Suas informações de pagamento foram atualizadas\.( Os repasses usam os novos dados a partir de \d\d? \p{L}{3} \d{4}, \d\d:\d\d\.)?$/u;

async function save(page: Page): Promise<void> {
  await page.getByRole("button", { name: "Salvar configurações" }).click();
}

/** Saved, confirmed with the day from which a changed payee is paid, and still there after a reload. */
async function expectSaved(page: Page): Promise<void> {
  await expect(toast(page, "Configurações salvas com sucesso!")).toBeVisible();
  const text = page.locator("[role=status], [role=alert]").getByText(savedText);
  await expect(text).toBeVisible();
  await open(page, "/creator/payments");
}

/** A whole bank account, but for what a test gives otherwise. */
async function fillBank(page: Page, changes: Record<string, string> = {}): Promise<void> {
  const account = { "Nome do banco": "Caixa", Agência: "1234", "Conta bancária": "56789-0" };
  const holder = { "CPF ou CNPJ do titular": "529.982.247-25" };
  for (const [label, text] of Object.entries({ ...account, ...holder, ...changes }))
    await page.getByLabel(label, { exact: true }).fill(text);
}

test("each payment method keeps its own fields", async ({ visit, shop }) => {
  const page = await visit(await shop.creator());
  const method = (name: string) => page.getByRole("radio", { name });
  await open(page, "/creator/payments");

  await test.step("Pix is selected as registered", async () => {
    await expect(method("Pix")).toBeChecked();
    await expect(page.getByLabel("Chave Pix")).toHaveValue(payout.pixKey);
    await expect(page.getByLabel("Nome do banco")).toBeHidden();
    await page.getByLabel("Chave Pix").fill("+5531999990000");
    await save(page);
    await expectSaved(page);
    await expect(page.getByLabel("Chave Pix")).toHaveValue("+5531999990000");
  });

  await test.step("the creator saves a bank account", async () => {
    await method("Transferência bancária").check();
    await expect(page.getByLabel("Chave Pix")).toBeHidden();
    await fillBank(page);
    await save(page);
    await expectSaved(page);
    await expect(method("Transferência bancária")).toBeChecked();
    await expect(page.getByLabel("Nome do banco")).toHaveValue("104 Caixa Econômica Federal");
    await expect(page.getByLabel("Conta bancária")).toHaveValue("56789-0");
  });

  await test.step("the creator saves a card, of which only the last four digits are stored", async () => {
    await method("Cartão").check();
    await page.getByLabel("Nome no cartão").fill("BEATRIZ RAMALHO");
    await page.getByLabel("Número do cartão").fill("4111111111111234");
    await save(page);
    await expectSaved(page);
    await expect(method("Cartão")).toBeChecked();
    await expect(page.getByLabel("Nome no cartão")).toHaveValue("BEATRIZ RAMALHO");
    await expect(page.getByLabel("Número do cartão")).toHaveValue("");
    await expect(page.getByText("Cartão guardado: **** 1234")).toBeVisible();
    expect(await page.content()).not.toContain("4111111111111234");
  });

  await test.step("the Pix key is kept while other methods were chosen", async () => {
    await method("Pix").check();
    await expect(page.getByLabel("Chave Pix")).toHaveValue("+5531999990000");
    await save(page);
    await expectSaved(page);
    await expect(method("Pix")).toBeChecked();
  });
});

test("an invalid hidden field does not prevent saving", async ({ visit, shop }) => {
  const page = await visit(await shop.creator());
  await open(page, "/creator/payments");
  await page.getByRole("radio", { name: "Cartão" }).check();
  await page.getByLabel("Número do cartão").fill("4111");
  await page.getByRole("radio", { name: "Pix" }).check();
  await page.getByLabel("Chave Pix").fill("maria@example.com");
  await save(page);
  await expectSaved(page);
  await expect(page.getByLabel("Chave Pix")).toHaveValue("maria@example.com");
});
