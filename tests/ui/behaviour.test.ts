import { rmSync } from "node:fs";
import { type Browser, type BrowserContext, chromium, type Page } from "@playwright/test";
import { afterAll, beforeAll, beforeEach, expect, it } from "vitest";
import { chromiumArguments, findChromium } from "../../dev/browser/find-chromium";
import { buildGallery, galleryOrigin, serveGallery } from "./gallery-site";

let browser: Browser;
let folder: string;
let context: BrowserContext;
let page: Page;
let troubles: string[];

beforeAll(async () => {
  folder = await buildGallery();
  browser = await chromium.launch({ executablePath: await findChromium(), args: chromiumArguments() });
}, 300_000);

afterAll(async () => {
  await browser?.close();
  if (folder) rmSync(folder, { recursive: true, force: true });
});

beforeEach(async () => {
  context = await browser.newContext({ viewport: { width: 375, height: 740 } });
  await serveGallery(context, folder);
  page = await context.newPage();
  troubles = [];
  page.on("pageerror", (error) => troubles.push(error.message));
  page.on("console", (message) => message.type() === "error" && troubles.push(message.text()));
  return async () => {
    await context.close();
    expect(troubles).toEqual([]);
  };
});

async function open(path: string): Promise<void> {
  await page.goto(galleryOrigin + path);
  await page.locator("html[data-hydrated]").waitFor();
}

it("the dialog opens in place, keeps the focus, and returns it on Escape", async () => {
  await open("/creator/videos");
  const trigger = page.locator("[aria-haspopup=dialog]");
  const dialog = page.getByRole("dialog", { name: "Excluir Vídeo" });
  await trigger.click();
  await dialog.waitFor();
  expect(await dialog.evaluate((element) => element.contains(document.activeElement))).toBe(true);
  await page.keyboard.press("Escape");
  await dialog.waitFor({ state: "hidden" });
  expect(await trigger.evaluate((element) => element === document.activeElement)).toBe(true);
});

it("the dialog closes on cancel and on a press outside, and not on one inside", async () => {
  await open("/creator/videos");
  const trigger = page.locator("[aria-haspopup=dialog]");
  const dialog = page.getByRole("dialog");
  await trigger.click();
  await dialog.getByText("Esta ação").click();
  expect(await dialog.isVisible()).toBe(true);
  await dialog.getByRole("button", { name: "Cancelar" }).click();
  await dialog.waitFor({ state: "hidden" });
  await trigger.click();
  await page.mouse.click(5, 5);
  await dialog.waitFor({ state: "hidden" });
});

it("the menu closes on Escape, on a press outside, and after following a link", async () => {
  await open("/creator/videos");
  const menu = page.locator("details");
  const isOpen = () => menu.evaluate((element: HTMLDetailsElement) => element.open);
  await page.locator("summary").click();
  expect(await isOpen()).toBe(true);
  await page.keyboard.press("Escape");
  expect(await isOpen()).toBe(false);
  await page.locator("summary").click();
  await page.mouse.click(200, 700);
  expect(await isOpen()).toBe(false);
  await page.locator("summary").click();
  await menu.getByRole("link", { name: "Painel" }).click();
  await page.locator("details:not([open])").waitFor();
  expect(await menu.locator("[aria-current=page]").textContent()).toBe("Painel");
});

it("toasts are added by the browser, close one by one, and only those that can wait fade", async () => {
  await open("/creator/videos");
  const added = page.getByRole("status").getByText("Redirecionando…");
  await page.getByRole("button", { name: "Avisar" }).click();
  await added.waitFor();
  await page.getByRole("alert").getByRole("button", { name: "Fechar" }).click();
  await page.getByText("Erro ao processar compra").waitFor({ state: "detached" });
  expect(await added.isVisible()).toBe(true);
  await page.evaluate(() => {
    for (const animation of document.getAnimations()) {
      if (animation instanceof CSSAnimation && animation.animationName === "toast-leave") animation.finish();
    }
  });
  await added.waitFor({ state: "detached" });
  await page.getByText("Vídeo enviado com sucesso!").waitFor({ state: "detached" });
});

it("a hovered toast does not fade", async () => {
  await open("/creator/videos");
  const toast = page.locator(".toast-fades");
  const state = () => toast.evaluate((element) => element.getAnimations()[0]?.playState);
  expect(await state()).toBe("running");
  await toast.hover();
  expect(await state()).toBe("paused");
});

it("the password is shown and hidden without a shift of the layout", async () => {
  await open("/sign-in");
  const input = page.locator("[name=password]");
  const place = () =>
    input.evaluate((element: HTMLInputElement) => {
      const { width, height, top } = element.getBoundingClientRect();
      return { width, height, top: top + scrollY };
    });
  const before = await place();
  await page.getByRole("button", { name: "Mostrar senha" }).click();
  expect(await input.getAttribute("type")).toBe("text");
  expect(await input.inputValue()).toBe("segredo");
  await page.getByRole("button", { name: "Ocultar senha" }).click();
  expect(await input.getAttribute("type")).toBe("password");
  expect(await place()).toEqual(before);
});

it("every control is at least 44 px high, and no page is wider than the screen", async () => {
  for (const path of ["/creator/videos", "/sign-in"]) {
    await open(path);
    const low = await page
      .locator("main button:visible, summary, input:visible:not([type=radio]), select")
      .evaluateAll((controls) =>
        controls
          .filter((control) => control.getBoundingClientRect().height < 44)
          .map((control) => control.outerHTML.slice(0, 120)),
      );
    expect(low).toEqual([]);
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(375);
  }
});

it("the menu opens, the dialog is a link, and an error can be closed without script", async () => {
  const plain = await browser.newContext({ javaScriptEnabled: false, viewport: { width: 375, height: 740 } });
  await serveGallery(plain, folder);
  const still = await plain.newPage();
  await still.goto(`${galleryOrigin}/creator/videos`);
  await still.locator("summary").click();
  expect(await still.locator("details").getByRole("link", { name: "Painel" }).isVisible()).toBe(true);
  expect(await still.locator("main").getByRole("link", { name: "Excluir", exact: true }).count()).toBe(1);
  const error = still.getByRole("alert").filter({ hasText: "Erro ao processar compra" });
  await error.getByRole("checkbox", { name: "Fechar" }).focus();
  await still.keyboard.press("Space");
  await error.waitFor({ state: "hidden" });
  await plain.close();
});

it("a field with a pattern takes invisible and full-width characters for what they mean", async () => {
  await open("/creator/videos");
  const price = page.locator("input[name=price]");
  await price.fill("\u200b４９，９０\ufeff");
  expect(await price.inputValue()).toBe("49,90");
  expect(await price.evaluate((input: HTMLInputElement) => input.validity.valid)).toBe(true);
  const title = page.locator("input[name=title]");
  await title.fill("Ａula\u200b ");
  expect(await title.inputValue()).toBe("Ａula\u200b ");
});
