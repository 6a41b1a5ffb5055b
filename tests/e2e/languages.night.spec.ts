/** English on bilingual pages, Portuguese elsewhere, and never both at once. */
import { setTimeout as delay } from "node:timers/promises";
import type { Page } from "@playwright/test";
import { englishOnly, findForeign, type IsOfLanguage, portugueseOnly } from "../support/foreign-texts";
import { open, takenOver } from "./support/pages";
import { expect, test } from "./support/test";

/** All text of a page, visible or for screen readers. */
async function readAloud(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const said: string[] = [document.title];
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT | NodeFilter.SHOW_ELEMENT);
    for (let node = walker.nextNode(); node; node = walker.nextNode()) {
      if (node instanceof Text) {
        if (!node.parentElement?.closest("script, style")) said.push(node.data);
      } else if (node instanceof Element) {
        for (const name of ["aria-label", "placeholder", "title", "alt"])
          said.push(node.getAttribute(name) ?? "");
      }
    }
    return said.map((text) => text.trim()).filter((text) => text !== "");
  });
}

async function expectNone(page: Page, foreign: IsOfLanguage): Promise<void> {
  await page.waitForLoadState();
  const said = await readAloud(page);
  expect(said.length).toBeGreaterThan(3);
  expect(findForeign(said, foreign)).toEqual([]);
}

async function expectEnglish(page: Page): Promise<void> {
  await expect(page.locator("html")).toHaveAttribute("lang", "en");
  await expectNone(page, portugueseOnly);
}

async function expectPortuguese(page: Page): Promise<void> {
  await expect(page.locator("html")).toHaveAttribute("lang", "pt-BR");
  await expectNone(page, englishOnly);
}

test("the language switch changes all texts of the landing page", async ({ page }) => {
  await open(page, "/");
  await expectPortuguese(page);
  await expect(
    page.getByRole("heading", { name: "Plataforma Premium para Criadores Monetizarem seu Conhecimento" }),
  ).toBeVisible();
  await page.getByRole("link", { name: "English" }).click();
  await expect(page).toHaveURL("/?lng=en");
  await expect(
    page.getByRole("heading", { name: "Premium Platform for Creators to Monetize Their Knowledge" }),
  ).toBeVisible();
  await expectEnglish(page);
  await page.getByRole("link", { name: "Explore Content" }).click();
  await expect(page).toHaveURL("/consumer-login?lng=en");
  await expectEnglish(page);
  await page.getByRole("link", { name: "Português" }).click();
  await expect(page).toHaveURL("/consumer-login");
  await expectPortuguese(page);
});

/** Runs in the page: reports everything written to the browser's storage. */
function noteWhatIsStored(): void {
  const store = Storage.prototype.setItem;
  Storage.prototype.setItem = function (key, value) {
    (window as unknown as { noteKept(value: string): void }).noteKept(value);
    store.call(this, key, value);
  };
}

test("the switch keeps form values with script, except secrets", async ({ page }) => {
  const typed = {
    fullName: "Ana Lima",
    email: "ana@example.com",
    country: "Portugal",
    currency: "EUR",
    pixKey: "ana@pix.example",
    bankName: "Caixa",
    bankAccount: "0001 / 9",
  };
  const untouched = Object.fromEntries(Object.keys(typed).map((name) => [name, ""]));
  Object.assign(untouched, { country: "Brasil", currency: "BRL" });
  const field = (name: string) => page.locator(`[name=${name}]`);
  const expectFields = async (fields: Record<string, string>) => {
    for (const [name, value] of Object.entries(fields)) await expect(field(name)).toHaveValue(value);
    for (const secret of ["password", "cardNumber"]) await expect(field(secret)).toHaveValue("");
  };

  await open(page, "/creator-register");
  for (const [name, value] of Object.entries(typed)) {
    if (name === "currency") await field(name).selectOption(value);
    else await field(name).fill(value);
  }
  await field("password").fill("uma senha longa");
  await field("cardNumber").fill("4111111111111234");
  await page.getByRole("button", { name: "Mostrar senha" }).click();
  const kept: string[] = [];
  await page.exposeFunction("noteKept", (value: string) => void kept.push(value));
  await page.evaluate(noteWhatIsStored);
  await page.getByRole("link", { name: "English" }).click();
  await expect(page).toHaveURL("/creator-register?lng=en");
  await takenOver(page);
  await expectFields(typed);
  expect(kept.join().includes("Ana Lima")).toBe(true);
  expect(kept.join()).not.toMatch(/uma senha longa|4111111111111234/);

  await page.reload();
  await takenOver(page);
  await expectFields(untouched);
});

test("a page waits for texts that arrive late", async ({ page, shop }) => {
  const video = await shop.publish(await shop.creator());
  const path = `/videos/${video.id}`;
  const html = await (await page.request.get(path)).text();
  // The scripts that a page does not name are texts: those of every page, and those of the area, which arrive later
  // here.
  await page.route(/\/assets\/(?!everywhere)[^/]*\.js$/, async (route) => {
    if (!html.includes(new URL(route.request().url()).pathname)) await delay(1_500);
    await route.continue();
  });
  await open(page, path);
  await expect(page.getByRole("heading", { level: 1, name: video.title })).toBeVisible();
});
