/** The ways a purchase can go. */
import { chromium, type Page } from "@playwright/test";
import { chromiumArguments } from "../../dev/browser/find-chromium";
import { card, holdRequests, newTab, open, searchPath, toast } from "./support/pages";
import { openCheckout, pay } from "./support/pay-page";
import { fromOwnAddress } from "./support/people";
import type { Person } from "./support/shop";
import { expect, test } from "./support/test";
import { expectPlays } from "./support/video";
import { appUrl, stripeUrl } from "./support/world";

/** Holds the response to a script that begins to buy. */
const holdCheckout = (page: Page) => holdRequests(page, /\/checkout\.data/);

test(`the new tab opens on the click, and leads to the payment page once its address is known`, async ({
  visit,
  shop,
}) => {
  const video = await shop.publish(await shop.creator());
  const page = await visit(await shop.learner());
  await open(page, searchPath(video.title));
  const answer = await holdCheckout(page);
  const button = card(page, video.title).getByRole("button", { name: `Assistir: ${video.title}` });
  const { height } = (await card(page, video.title).boundingBox()) ?? {};
  const tab = await newTab(page, () => button.click());
  await expect(tab.getByText("Processando...")).toBeVisible();
  await expect(button).toBeDisabled();
  await expect(button).toHaveText("Processando...");
  expect((await card(page, video.title).boundingBox())?.height).toBeCloseTo(height ?? 0, 2);
  await expect(toast(page, "Checkout aberto em nova aba")).toHaveCount(0);
  answer();
  await tab.waitForURL(`${stripeUrl()}/c/pay/**`);
  expect(await tab.evaluate(() => window.opener)).toBeNull();
  await expect(toast(page, "Checkout aberto em nova aba")).toBeVisible();
  await expect(button).toBeEnabled();
  await expect(button).toHaveText("Assistir");
});

test.describe("in a browser that blocks pop-ups", () => {
  const inStrictBrowser = async (learner: Person, work: (page: Page) => Promise<void>) => {
    const browser = await chromium.launch({
      executablePath: process.env.SABIA_E2E_CHROMIUM,
      args: chromiumArguments(),
      ignoreDefaultArgs: ["--disable-popup-blocking"],
    });
    try {
      const context = await browser.newContext({
        baseURL: appUrl(),
        storageState: learner.state,
        extraHTTPHeaders: fromOwnAddress(),
      });
      await work(await context.newPage());
    } finally {
      await browser.close();
    }
  };
  /**
   * Waits until no click stands for what the page does any more, then does it. What Playwright runs counts as a click,
   * and the browser's own process, which decides, may have learned of it later than the page's.
   */
  const withoutActivation = (page: Page, what: "open" | "press") =>
    page.evaluate(
      (wanted) =>
        new Promise<boolean>((resolve) => {
          let clicked = Date.now();
          const timer = setInterval(() => {
            if (navigator.userActivation.isActive) clicked = Date.now();
            if (Date.now() - clicked < 2_000) return;
            clearInterval(timer);
            if (wanted === "open") return resolve(window.open("", "_blank") !== null);
            document.querySelector<HTMLButtonElement>("article form button")?.click();
            resolve(true);
          }, 50);
        }),
      what,
    );

  test("a tab opened on a click is allowed, even if the response is late", { tag: "@night" }, async ({
    shop,
  }) => {
    const video = await shop.publish(await shop.creator());
    const learner = await shop.learner();
    await inStrictBrowser(learner, async (page) => {
      await open(page, searchPath(video.title));
      const answer = await holdCheckout(page);
      const tab = await newTab(page, () =>
        card(page, video.title)
          .getByRole("button", { name: /Assistir/ })
          .click(),
      );
      expect(await withoutActivation(page, "open"), "a tab opens without a click").toBe(false);
      answer();
      await tab.waitForURL(`${stripeUrl()}/c/pay/**`);
      await expect(toast(page, "Checkout aberto em nova aba")).toBeVisible();
    });
  });

  test("a tab opened without a click is blocked, and the current one leads to the payment page", {
    tag: "@night",
  }, async ({ shop }) => {
    const video = await shop.publish(await shop.creator());
    const learner = await shop.learner();
    await inStrictBrowser(learner, async (page) => {
      await open(page, searchPath(video.title));
      await withoutActivation(page, "press");
      await expect(toast(page, "Redirecionando...")).toBeVisible();
      await expect(card(page, video.title).getByRole("button", { name: /Assistir/ })).toBeDisabled();
      await page.waitForURL(`${stripeUrl()}/c/pay/**`);
      expect(page.context().pages()).toHaveLength(1);
    });
  });
});

test("a double click on Watch opens one checkout", async ({ visit, shop }) => {
  const video = await shop.publish(await shop.creator());
  const page = await visit(await shop.learner());
  await open(page, searchPath(video.title));
  const tab = await newTab(page, () =>
    card(page, video.title)
      .getByRole("button", { name: /Assistir/ })
      .dblclick(),
  );
  await expect(tab.getByRole("heading", { name: video.title })).toBeVisible();
  expect(page.context().pages()).toHaveLength(2);
  for (const opened of page.context().pages().slice(1)) await expect(opened).toHaveURL(tab.url());
  await page.goto(`${stripeUrl()}/dev`);
  await expect(page.getByRole("region", { name: video.title })).toHaveCount(1);
});

test("the page that started the payment shows the player once the new tab has paid", async ({
  visit,
  shop,
}) => {
  const video = await shop.publish(await shop.creator());
  const page = await visit(await shop.learner());
  await open(page, `/watch/${video.id}`);
  const buy = page.getByRole("button", { name: "Comprar por R$ 49,90" });
  const tab = await newTab(page, () => buy.click());
  await pay(tab, "Cartão");
  await expect(tab).toHaveURL(`/watch/${video.id}`);
  await expectPlays(tab);
  await expect(page.locator("video")).toBeVisible();
  await expect(page.getByText("Você precisa comprar este vídeo")).toHaveCount(0);
});

test("a cancelled checkout charges nothing, returns to the question and opens again", async ({
  visit,
  shop,
}) => {
  const video = await shop.publish(await shop.creator());
  const page = await visit(await shop.learner());
  await open(page, searchPath(video.title));
  const tab = await openCheckout(page, video.title);
  const address = tab.url();
  await tab.getByRole("link", { name: "Cancelar e voltar" }).click();
  await expect(tab).toHaveURL(`/watch/${video.id}?checkout=cancelled`);
  await expect(tab.getByText("Nada foi cobrado")).toBeVisible();
  await expect(tab.getByText("Você precisa comprar este vídeo")).toBeVisible();
  const again = await newTab(tab, () => tab.getByRole("button", { name: "Comprar por R$ 49,90" }).click());
  await expect(again).toHaveURL(address);
});
