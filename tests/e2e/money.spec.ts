/** Money that is late, that fails, and that goes back: by an administrator, by the learner, and by a dispute. */
import type { Locator, Page } from "@playwright/test";
import { answered } from "./support/console-watch";
import { expectFieldError, open, toast } from "./support/pages";
import { openCheckout, payLater, settle } from "./support/pay-page";
import type { ShopVideo } from "./support/shop";
import { expect, test } from "./support/test";
import { expectPlays } from "./support/video";

const search = (title: string) => `/marketplace?q=${encodeURIComponent(title)}`;

/** A purchase in the learner's list. */
const purchase = (page: Page, { title }: ShopVideo): Locator =>
  page.getByRole("listitem").filter({ has: page.getByRole("heading", { name: title, exact: true }) });

/** Finds the video's sale in the administrators' list and opens it. */
async function openSale(page: Page, video: ShopVideo): Promise<void> {
  await open(page, `/admin/sales?q=${encodeURIComponent(video.title)}`);
  await page.getByRole("main").getByRole("link", { name: video.title }).click();
  await expect(page.getByRole("heading", { level: 1, name: video.title })).toBeVisible();
  await page.getByText("Reembolsar", { exact: true }).click();
}

async function refund(page: Page, { amount, note = "Pedido da aluna" }: { amount?: string; note?: string }) {
  if (amount) await page.getByLabel("Valor a reembolsar").fill(amount);
  await page.getByLabel("Motivo").fill(note);
  await page.getByRole("button", { name: "Revisar reembolso" }).click();
  await expect(page.getByRole("heading", { name: /^Reembolsar R\$/ })).toBeVisible();
  await page.getByRole("button", { name: "Sim, reembolsar" }).click();
}

test(`purchases show the last day of a pending Boleto, and its payment leads to the video`, async ({
  visit,
  shop,
}) => {
  const video = await shop.publish(await shop.creator());
  const page = await visit(await shop.learner());
  await open(page, search(video.title));
  const tab = await openCheckout(page, video.title);
  await open(page, "/purchases");
  await expect(purchase(page, video).getByText("Pendente")).toBeVisible();
  await expect(purchase(page, video).getByRole("link", { name: "Continuar pagamento" })).toHaveAttribute(
    "href",
    tab.url(),
  );
  await payLater(tab, "Boleto");
  // Until when is looked up by a job.
  await expect(async () => {
    await open(page, "/purchases");
    await expect(purchase(page, video).getByText(/^Aguardando o boleto até \d\d\/\d\d\/\d{4}$/)).toBeVisible({
      timeout: 500,
    });
  }).toPass();
  await settle(await visit(), video.title, "Confirmar pagamento");
  await open(page, "/purchases");
  await purchase(page, video)
    .getByRole("link", { name: /^Assistir/ })
    .click();
  await expectPlays(page);
});

test("access stays after an administrator's partial refund, and ends after the rest", async ({
  visit,
  shop,
  browserConsole,
}) => {
  browserConsole.allow(answered(409));
  const learner = await shop.learner();
  const video = await shop.publish(await shop.creator());
  await shop.buy(learner, video);
  const page = await visit(await shop.admin());
  await openSale(page, video);
  await page.getByLabel("Valor a reembolsar").fill("50,00");
  await page.getByLabel("Motivo").fill("Pedido");
  await page.getByRole("button", { name: "Revisar reembolso" }).click();
  await expectFieldError(
    page,
    "Valor a reembolsar",
    "O valor precisa ser maior que zero e, no máximo, o que ainda pode ser reembolsado.",
  );
  await expect(page.getByLabel("Motivo")).toHaveValue("Pedido");

  await refund(page, { amount: "10,00" });
  await expect(toast(page, "Reembolso enviado")).toBeVisible();
  const buyer = await visit(learner);
  await open(buyer, "/purchases");
  await expect(purchase(buyer, video)).toContainText("R$ 10,00 reembolsados");
  await open(buyer, `/watch/${video.id}`);
  await expectPlays(buyer);

  await openSale(page, video);
  await expect(page.getByLabel("Valor a reembolsar")).toHaveValue("39,90");
  await refund(page, { note: "O resto" });
  await expect(toast(page, "Reembolso enviado")).toBeVisible();
  await open(buyer, "/purchases");
  await expect(purchase(buyer, video).getByText("Reembolsado")).toBeVisible();
  await open(buyer, `/watch/${video.id}`);
  await expect(buyer.getByText("Sua compra foi reembolsada")).toBeVisible();
});

test("a withdrawal asks for confirmation and refunds everything", { tag: "@plain" }, async ({
  visit,
  shop,
}) => {
  const learner = await shop.learner();
  const video = await shop.publish(await shop.creator());
  await shop.buy(learner, video);
  const page = await visit(learner);
  await open(page, "/purchases");
  await purchase(page, video)
    .getByRole("link", { name: /^Desistir da compra/ })
    .click();
  await expect(page.getByRole("heading", { name: "Desistir desta compra?" })).toBeVisible();
  await expect(page.getByText("Você recebe R$ 49,90 de volta")).toBeVisible();
  await page.getByRole("button", { name: "Sim, desistir" }).click();
  await expect(page).toHaveURL("/purchases");
  await expect(toast(page, "Compra desfeita")).toBeVisible();
  await expect(purchase(page, video).getByText("Reembolsado")).toBeVisible();
  await expect(purchase(page, video).getByRole("link", { name: /^Desistir/ })).toHaveCount(0);
});
