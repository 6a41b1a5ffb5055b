/**
 * Requests that fail on the network, or that a proxy answers in our place: what was typed stays, and a message names
 * the cause.
 */
import type { Page, Request } from "@playwright/test";
import { fillLogin } from "./support/accounts";
import { card, open, searchPath, signOut, toast } from "./support/pages";
import { expect, test } from "./support/test";

/** Makes requests by script to our addresses fail, or answers them as a proxy would, until it is undone. */
async function lose(page: Page, path: string, how: "reset" | "proxy"): Promise<() => Promise<void>> {
  const url = new RegExp(`${path}\\.data`);
  // Of the whole browser: a sign-out is sent by the service worker.
  await page
    .context()
    .route(url, (route) =>
      how === "reset"
        ? route.abort("connectionreset")
        : route.fulfill({ status: 502, contentType: "text/html", body: "<h1>Bad Gateway</h1>" }),
    );
  return () => page.context().unroute(url);
}

/** The browser's own complaints of it, and Remix's. */
const complaints = /Failed to load resource|decode|turbo-stream|Failed to fetch|SyntaxError/;

test.beforeEach(({ browserConsole }) => browserConsole.allow(complaints));

test("a login keeps what was typed, and works when the network is back", { tag: "@night" }, async ({
  visit,
  shop,
}) => {
  const learner = await shop.learner();
  const page = await visit();
  await open(page, "/consumer-login");
  const comeBack = await lose(page, "/consumer-login", "reset");
  await fillLogin(page, learner);
  for (const _ of ["first", "second"]) {
    // The second answer must be there before the network is: its message looks as the first one's.
    const ofForm = (request: Request) => request.url().includes("/consumer-login.data");
    const ended = Promise.race([
      page.waitForEvent("requestfailed", ofForm),
      page.waitForEvent("requestfinished", ofForm),
    ]);
    await page.getByRole("button", { name: "Entrar", exact: true }).click();
    await ended;
    await expect(toast(page, "O servidor não respondeu")).toHaveCount(1);
    await expect(page.getByText("O que você digitou continua aqui.")).toBeVisible();
  }
  await expect(page.getByLabel("E-mail", { exact: true })).toHaveValue(learner.email);
  await expect(page.getByLabel("Senha", { exact: true })).toHaveValue(learner.password);
  await comeBack();
  await page.getByRole("button", { name: "Entrar", exact: true }).click();
  await expect(page).toHaveURL("/marketplace");
  await expect(toast(page, "O servidor não respondeu")).toHaveCount(0);
});

test("a purchase reports the network failure, and the waiting tab closes", async ({ visit, shop }) => {
  const video = await shop.publish(await shop.creator());
  const page = await visit(await shop.learner());
  await open(page, `${searchPath(video.title)}&lng=en`);
  await lose(page, "/checkout", "reset");
  const button = card(page, video.title).getByRole("button", { name: `Watch: ${video.title}` });
  const [tab] = await Promise.all([page.context().waitForEvent("page"), button.click()]);
  await expect(toast(page, "The server did not answer. Check your connection and try again.")).toBeVisible();
  await expect.poll(() => tab.isClosed()).toBe(true);
  await expect(button).toBeEnabled();
});

test("signing out says that it failed, and the page stays", { tag: "@night" }, async ({ visit, shop }) => {
  const page = await visit(await shop.creator());
  await open(page, "/creator/payments");
  const comeBack = await lose(page, "/logout", "reset");
  await signOut(page);
  await expect(toast(page, "Erro ao sair")).toBeVisible();
  await expect(page).toHaveURL("/creator/payments");
  await expect(page.getByRole("heading", { name: "Configurações de pagamento" })).toBeVisible();
  await comeBack();
  await page.getByRole("button", { name: "Sair" }).filter({ visible: true }).click();
  await expect(page).toHaveURL("/");
});

test("a page that fails to load shows the reason and a retry", { tag: "@night" }, async ({ visit, shop }) => {
  const page = await visit(await shop.creator());
  await open(page, "/creator/payments");
  const comeBack = await lose(page, "/creator/videos", "proxy");
  await page.getByRole("link", { name: "Meus vídeos" }).first().click();
  await expect(page.getByRole("heading", { name: "O servidor não respondeu" })).toBeVisible();
  await expect(page).toHaveTitle(/^O servidor não respondeu/);
  await expect(page.getByText("A falha é nossa")).toHaveCount(0);
  await comeBack();
  await page.getByRole("link", { name: "Tentar de novo" }).click();
  await expect(page.getByRole("heading", { level: 1, name: "Meus vídeos" })).toBeVisible();
});

test("a form that the server refuses for its size keeps what was typed", { tag: "@night" }, async ({
  visit,
  shop,
  browserConsole,
}) => {
  browserConsole.allow(complaints);
  const page = await visit(await shop.creator());
  await open(page, "/creator/payments");
  await page.getByLabel("Cartão", { exact: true }).check();
  const name = page.getByLabel("Nome no cartão");
  await name.evaluate((field: HTMLInputElement) => {
    field.maxLength = 100_000;
  });
  const typed = "Ana Lima ".repeat(10_000);
  await name.fill(typed);
  await page.getByLabel("Número do cartão").fill("4242 4242 4242 4242");
  await page.getByRole("button", { name: "Salvar" }).click();
  await expect(toast(page, "O que você enviou é grande demais.")).toBeVisible();
  expect(await name.inputValue()).toBe(typed);
});
