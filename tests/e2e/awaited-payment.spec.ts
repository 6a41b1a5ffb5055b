import { card, open, searchPath } from "./support/pages";
import { openCheckout, pay, payLater } from "./support/pay-page";
import { expect, test } from "./support/test";
import { stripeUrl } from "./support/world";

test("a pending boleto can be viewed again, and replaced by another method", { tag: "@plain" }, async ({
  visit,
  shop,
  script,
}) => {
  const video = await shop.publish(await shop.creator());
  const page = await visit(await shop.learner());
  await open(page, searchPath(video.title));
  const tab = await openCheckout(page, video.title);
  await payLater(tab, "Boleto");
  await tab.close();
  // Its method is looked up by a job.
  await expect(async () => {
    await open(page, searchPath(video.title));
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
