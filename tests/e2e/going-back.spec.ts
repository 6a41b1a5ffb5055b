/** Back, by our own button and the browser's, leads to the previous page, never into a completed form. */
import { fillPayout, fillPerson, logIn } from "./support/accounts";
import { card, open, searchPath } from "./support/pages";
import { openCheckout, pay } from "./support/pay-page";
import { newPerson } from "./support/people";
import { expect, test } from "./support/test";
import { expectPlays } from "./support/video";

test("the Back button after Watch and a buyer's login leads to the videos", { tag: "@night" }, async ({
  visit,
  shop,
}) => {
  const { video, learner } = await shop.sell();
  const page = await visit();
  await open(page, searchPath(video.title));
  await card(page, video.title)
    .getByRole("link", { name: `Assistir: ${video.title}` })
    .click();
  await expect(page).toHaveURL(/\/consumer-login\?/);
  await page.getByRole("link", { name: "Entrar", exact: true }).click();
  await expect(page).not.toHaveURL(/tab=signup/);
  await logIn(page, learner);
  await expect(page).toHaveURL(`/watch/${video.id}`);
  await page.getByRole("link", { name: "Voltar", exact: true }).click();
  await expect(page).toHaveURL(searchPath(video.title));
});

test("going back after paying leads to the videos, not to the payment page", { tag: "@night" }, async ({
  visit,
  shop,
}) => {
  const video = await shop.publish(await shop.creator());
  const page = await visit(await shop.learner());
  await open(page, searchPath(video.title));
  const tab = await openCheckout(page, video.title);
  await pay(tab, "Cartão");
  await expectPlays(tab);
  await tab.getByRole("link", { name: "Voltar", exact: true }).click();
  await expect(tab).toHaveURL("/marketplace");
});

test("the Back button skips a completed login and registration", { tag: "@night" }, async ({
  visit,
  shop,
}) => {
  for (const { link, person } of [
    { link: "Explorar Conteúdos", person: await shop.learner() },
    { link: "Começar como Criador", person: await shop.creator() },
  ]) {
    const page = await visit();
    await open(page, "/");
    await page.getByRole("link", { name: link }).first().click();
    await expect(page).toHaveURL(/login|marketplace/);
    if (page.url().endsWith("/marketplace")) await page.getByRole("link", { name: "Entrar" }).first().click();
    await logIn(page, person);
    await expect(page).toHaveURL(/\/(marketplace|creator\/dashboard)$/);
    await page.goBack();
    await expect(page).not.toHaveURL(/login|dashboard/);
  }
  const page = await visit();
  await open(page, "/");
  await page.getByRole("link", { name: "Começar como Criador" }).first().click();
  await page
    .getByRole("link", { name: /cadastr|conta/i })
    .first()
    .click();
  await expect(page).toHaveURL("/creator-register");
  await fillPerson(page, newPerson("creator"));
  await fillPayout(page);
  await page.getByRole("button", { name: /^Criar/ }).click();
  await expect(page).toHaveURL("/creator/dashboard");
  // Before the registration was the login, which leads on who is signed in.
  const [led] = await Promise.all([page.waitForResponse(/\/creator-(login|register)/), page.goBack()]);
  expect(new URL(led.url()).pathname).toBe("/creator-login.data");
  await expect(page).toHaveURL("/creator/dashboard");
});
