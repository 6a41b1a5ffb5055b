/** Money that is late, that fails, and that goes back: by an administrator, by the learner, and by a dispute. */
import type { Locator, Page } from "@playwright/test";
import { awaitMail, linkIn } from "./support/accounts";
import { answered } from "./support/console-watch";
import { expectFieldError, open, toast } from "./support/pages";
import { openCheckout, payLater, settle } from "./support/pay-page";
import type { ShopVideo } from "./support/shop";
import { expect, test } from "./support/test";
import { expectPlays } from "./support/video";
import { mailboxUrl, stripeUrl } from "./support/world";

const search = (title: string) => `/marketplace?q=${encodeURIComponent(title)}`;

/** A purchase in the learner's list. */
const purchase = (page: Page, { title }: ShopVideo): Locator =>
  page.getByRole("listitem").filter({ has: page.getByRole("heading", { name: title, exact: true }) });

/** Presses a button of a payment on the local Stripe's control page. */
async function atStripe(page: Page, video: ShopVideo, button: string): Promise<void> {
  await page.goto(`${stripeUrl()}/dev`);
  await page
    .getByRole("region", { name: video.title })
    .getByRole("button", { name: button, exact: true })
    .click();
  await page.waitForURL(`${stripeUrl()}/dev`);
}

/** Finds the video's sale in the administrators' list and opens it. */
async function openSale(page: Page, video: ShopVideo): Promise<void> {
  await open(page, `/admin/sales?q=${encodeURIComponent(video.title)}`);
  await page.getByRole("main").getByRole("link", { name: video.title }).click();
  await expect(page.getByRole("heading", { level: 1, name: video.title })).toBeVisible();
}

async function refund(page: Page, { amount, note = "Pedido da aluna" }: { amount?: string; note?: string }) {
  if (amount) await page.getByLabel("Valor a reembolsar").fill(amount);
  await page.getByLabel("Motivo").fill(note);
  await page.getByRole("button", { name: "Revisar reembolso" }).click();
  await expect(page.getByRole("heading", { name: /^Reembolsar R\$/ })).toBeVisible();
  await page.getByRole("button", { name: "Sim, reembolsar" }).click();
}

for (const { method, waits } of [
  { method: "Pix", waits: /^Aguardando o Pix até (\d\d\/\d\d\/\d{4}, )?\d\d:\d\d$/ },
  { method: "Boleto", waits: /^Aguardando o boleto até \d\d\/\d\d\/\d{4}$/ },
] as const) {
  test(`purchases show the last day of a pending ${method}, and its payment leads to the video`, async ({
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
    await payLater(tab, method);
    // Until when is looked up by a job.
    await expect(async () => {
      await open(page, "/purchases");
      await expect(purchase(page, video).getByText(waits)).toBeVisible({ timeout: 500 });
    }).toPass();
    await settle(await visit(), video.title, "Confirmar pagamento");
    await open(page, "/purchases");
    await purchase(page, video)
      .getByRole("link", { name: /^Assistir/ })
      .click();
    await expectPlays(page);
  });
}

test("a boleto that failed can be bought again", async ({ visit, shop }) => {
  const video = await shop.publish(await shop.creator());
  const page = await visit(await shop.learner());
  await open(page, search(video.title));
  await payLater(await openCheckout(page, video.title), "Boleto");
  await settle(await visit(), video.title, "Recusar pagamento");
  await open(page, "/purchases");
  await expect(purchase(page, video).getByText("Falhou")).toBeVisible();
  await purchase(page, video)
    .getByRole("link", { name: /comprar de novo/ })
    .click();
  await expect(page).toHaveURL(new RegExp(`/videos/[a-z0-9-]+-${video.id.slice(0, 8)}$`));
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

test("a withdrawal asks for confirmation and refunds everything", async ({ visit, shop }) => {
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

test("an administrator refunds a boleto by bank transfer, after a failed transfer", async ({
  visit,
  shop,
  browserConsole,
}) => {
  browserConsole.allow(answered(400));
  const learner = await shop.learner();
  const video = await shop.publish(await shop.creator());
  const page = await visit(learner);
  await open(page, search(video.title));
  await payLater(await openCheckout(page, video.title), "Boleto");
  await settle(await visit(), video.title, "Confirmar pagamento");
  await open(page, "/purchases");
  await purchase(page, video)
    .getByRole("link", { name: /^Desistir da compra/ })
    .click();
  await page.getByLabel("Chave Pix para receber").fill("529.982.247-26");
  await page.getByRole("button", { name: "Sim, desistir" }).click();
  await expectFieldError(page, "Chave Pix para receber", "CPF inválido. Confira os números.");
  await page.getByLabel("Chave Pix para receber").fill("529.982.247-25");
  await page.getByRole("button", { name: "Sim, desistir" }).click();
  await expect(toast(page, "Compra desfeita")).toBeVisible();
  await expect(purchase(page, video)).toContainText("Reembolso a caminho");

  const office = await visit(await shop.admin());
  await openSale(office, video);
  await office.getByLabel("Referência do banco").fill("Chave recusada pelo banco");
  await office.getByRole("button", { name: "Não foi possível" }).click();
  await expect(toast(office, "Reembolso atualizado")).toBeVisible();
  await open(page, "/purchases");
  await expect(purchase(page, video)).toContainText("O reembolso não pôde ser feito. Peça de novo.");
  const mail = await awaitMail(
    mailboxUrl(),
    learner.email,
    /^Não conseguimos devolver R\$\s[\d,]+: peça de novo$/,
  );
  await open(page, linkIn(mail));
  await expect(
    page.getByText("Da última vez, o valor não pôde ser enviado. Confira a chave Pix."),
  ).toBeVisible();
  await page.getByLabel("Chave Pix para receber").fill("529.982.247-25");
  await page.getByRole("button", { name: "Sim, desistir" }).click();
  await expect(toast(page, "Compra desfeita")).toBeVisible();

  await openSale(office, video);
  await expect(office.getByText("Reembolso manual pendente")).toBeVisible();
  await expect(office.getByText("52998224725")).toBeVisible();
  await office.getByLabel("Referência do banco").fill("TED 4711");
  await office.getByRole("button", { name: "Feito" }).click();
  await expect(toast(office, "Reembolso atualizado")).toBeVisible();
  await expect(office.getByText("TED 4711")).toBeVisible();
  await expect(office.getByText("52998224725")).toHaveCount(0);
  await open(page, "/purchases");
  await expect(purchase(page, video)).not.toContainText("Reembolso a caminho");
});

test("a dispute ends the access while it is open and once it is lost", async ({ visit, shop }) => {
  const learner = await shop.learner();
  const video = await shop.publish(await shop.creator());
  await shop.buy(learner, video);
  const stripe = await visit();
  await atStripe(stripe, video, "Contestar");
  const page = await visit(learner);
  await open(page, "/purchases");
  await expect(purchase(page, video).getByText("Contestado")).toBeVisible();
  const office = await visit(await shop.admin());
  await openSale(office, video);
  await expect(office.getByText(/Há uma contestação aberta/)).toBeVisible();
  await expect(office.getByRole("button", { name: "Revisar reembolso" })).toHaveCount(0);
  await atStripe(stripe, video, "lost");
  await open(page, "/purchases");
  await expect(purchase(page, video).getByText("Reembolsado")).toBeVisible();
  await openSale(office, video);
  await expect(office.getByText("Perdida")).toBeVisible();
});

test("an administrator starts a reconciliation with Stripe by a button", async ({ visit, shop }) => {
  const page = await visit(await shop.admin());
  await open(page, "/admin/reconciliation");
  await page.getByRole("button", { name: "Conciliar agora" }).click();
  // Another test may have pressed it in this very moment.
  await expect(
    toast(page, "Conciliação concluída").or(toast(page, "Já há uma conciliação em andamento")),
  ).toBeVisible();
});
