import { card, newTab, open } from "./support/pages";
import { openCheckout, pay, payLater } from "./support/pay-page";
import { expect, test } from "./support/test";
import { stripeUrl } from "./support/world";

const search = (title: string) => `/marketplace?q=${encodeURIComponent(title)}`;

test("a pending boleto can be viewed again, and replaced by another method", async ({
  visit,
  shop,
  script,
}) => {
  const video = await shop.publish(await shop.creator());
  const page = await visit(await shop.learner());
  await open(page, search(video.title));
  const tab = await openCheckout(page, video.title);
  await payLater(tab, "Boleto");
  await tab.close();
  // Its method is looked up by a job.
  await expect(async () => {
    await open(page, search(video.title));
    await card(page, video.title)
      .getByRole("link", { name: /^Ver boleto/ })
      .click({ timeout: 500 });
  }).toPass();
  await expect(page).toHaveURL(/\/purchases\/[0-9a-f-]{36}\/payment$/);
  await expect(page.getByRole("heading", { level: 1, name: "Pagar o boleto" })).toBeVisible();
  await expect(page.getByText(/^\d{47}$/)).toBeVisible();
  await expect(page.getByRole("button", { name: "Copiar" })).toHaveCount(script ? 1 : 0);
  await expect(page.getByText(/^Pague até \d\d\/\d\d\/\d{4}$/)).toBeVisible();
  await expect(page.getByRole("link", { name: "Abrir o boleto na Stripe" })).toHaveAttribute(
    "href",
    new RegExp(`^${stripeUrl()}/c/slip/`),
  );
  await expect(page.getByText(/continua valendo até/)).toBeVisible();
  await page.getByRole("button", { name: "Pagar de outra forma" }).click();
  await page.waitForURL(`${stripeUrl()}/c/pay/**`);
  await pay(page, "Cartão");
  await expect(page).toHaveURL(`/watch/${video.id}`);
  await open(page, "/purchases");
  await page.getByRole("link", { name: `Ver boleto: ${video.title}` }).click();
  await expect(page.getByText(/Você já comprou este vídeo por outra compra/)).toBeVisible();
});

test("a pending Pix can be viewed from the video's page, with our own QR code and the time left", async ({
  visit,
  shop,
  script,
}) => {
  const video = await shop.publish(await shop.creator());
  const page = await visit(await shop.learner());
  await open(page, search(video.title));
  const tab = await openCheckout(page, video.title);
  await payLater(tab, "Pix");
  await expect(async () => {
    await open(page, `/watch/${video.id}`);
    await page.getByRole("link", { name: "Ver o Pix" }).click({ timeout: 500 });
  }).toPass();
  await expect(page.getByRole("img", { name: /^QR code do Pix de R\$/ })).toBeVisible();
  await expect(page.getByText(/^LOCAL\.PIX\.pi_/)).toBeVisible();
  const timer = page.getByRole("timer");
  await expect(timer).toHaveCount(script ? 1 : 0);
  if (!script) return;
  const first = (await timer.textContent()) ?? "";
  expect(first).toMatch(/^Faltam \d+(:\d\d)+$/);
  await expect(timer).not.toHaveText(first);
});

test("a buyer must confirm a price that rose since the page was opened", async ({
  visit,
  shop,
  script,
  browserConsole,
}) => {
  browserConsole.allow(/409/);
  const creator = await shop.creator();
  const video = await shop.publish(creator);
  const page = await visit(await shop.learner());
  await open(page, search(video.title));
  const edited = await creator.http.post(`/creator/videos/${video.id}/edit`, {
    multipart: { title: video.title, description: "Em casa.", price: "59,90" },
    maxRedirects: 0,
  });
  expect(edited.status()).toBe(303);
  const button = card(page, video.title).getByRole("button", { name: /Assistir/ });
  const there = script ? page : await newTab(page, () => button.click());
  if (script) await button.click();
  await expect(there).toHaveURL(/\/videos\/[^/]+\?was=4990$/);
  await expect(
    there.getByText("O preço mudou de R$ 49,90 para R$ 59,90 depois que você abriu a página."),
  ).toBeVisible();
  const pay = await newTab(there, () =>
    there
      .getByRole("button", { name: /^Comprar/ })
      .first()
      .click(),
  );
  await expect(pay.getByText("R$ 59,90", { exact: true })).toBeVisible();
});
